import type { ReactNode } from 'react'
import { Page } from '../../../components/page.tsx'
import { PageLinks } from '../../../components/page-links.tsx'
import { words } from '../words.ts'

type Props = {
  readonly title: string
  readonly note?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const PAGES = [
  { to: '/auth/management', text: words.users },
  { to: '/auth/groups', text: words.groups },
]

/** A page about people, with the ways to the others. */
export const AdministrationPage = ({ title, note, actions = false, children }: Props) => (
  <Page title={title} note={note} actions={actions}>
    <PageLinks label={words.pages} pages={PAGES} />
    {children}
  </Page>
)
