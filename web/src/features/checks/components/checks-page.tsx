import type { ReactNode } from 'react'
import { Page } from '../../../components/page.tsx'
import { PageLinks } from '../../../components/page-links.tsx'
import { useProfile } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'

type Props = {
  readonly title: string
  readonly note?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const PAGES = [
  { to: '/packs', text: words.packs, permission: 'packs.view_pack' },
  { to: '/queries/checks', text: words.runs, permission: 'queries.execute_savedquery' },
  { to: '/queries/waivers', text: words.waivers, permission: 'queries.view_savedquery' },
]

/** A page of the area of checks, with the ways to the others. */
export function ChecksPage({ title, note, actions = false, children }: Props) {
  const { permissions } = useProfile()
  const pages = PAGES.filter(({ permission }) => permissions.includes(permission))
  return (
    <Page title={title} note={note} actions={actions}>
      {pages.length > 1 && <PageLinks label={words.pages} pages={pages} />}
      {children}
    </Page>
  )
}
