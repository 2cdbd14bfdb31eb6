import type { AsyncRouteComponent } from '@tanstack/react-router'
import { Page } from '../components/page.tsx'
import { ForbiddenState } from '../components/states.tsx'
import { useMay, useProfile } from '../lib/session/context.tsx'

/** Instead of a permission, for what only they may see. */
export const ADMINISTRATORS = 'administrators'

/** A page for those who have this permission; others read which one it takes, and nothing is asked of the server. */
export function guarded(
  title: string,
  permission: string,
  Content: AsyncRouteComponent<object>,
): AsyncRouteComponent<object> {
  function Guarded(props: object) {
    const { is_admin: isAdmin } = useProfile()
    const mayAsOthers = useMay(permission)
    if (permission === ADMINISTRATORS ? isAdmin : mayAsOthers) return <Content {...props} />
    return (
      <Page title={title}>
        <ForbiddenState permission={permission} />
      </Page>
    )
  }
  return Object.assign(Guarded, { preload: () => Content.preload?.() })
}
