import type { AsyncRouteComponent } from '@tanstack/react-router'
import { Page } from '../components/page.tsx'
import { ForbiddenState } from '../components/states.tsx'
import { useMay } from '../lib/session/context.tsx'

/** A page for those who have this permission; others read which one it takes, and nothing is asked of the server. */
export function guarded(
  title: string,
  permission: string,
  Content: AsyncRouteComponent<object>,
): AsyncRouteComponent<object> {
  function Guarded(props: object) {
    if (useMay(permission)) return <Content {...props} />
    return (
      <Page title={title}>
        <ForbiddenState permission={permission} />
      </Page>
    )
  }
  return Object.assign(Guarded, { preload: () => Content.preload?.() })
}
