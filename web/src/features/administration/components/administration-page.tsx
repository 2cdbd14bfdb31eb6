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
  { to: '/auth/management', text: words.users },
  { to: '/auth/groups', text: words.groups },
  { to: '/auth/permissions', text: words.permissions },
  { to: '/auth/tokens', text: words.tokens },
  { to: '/auth/service-accounts', text: words.serviceAccounts },
]

/** A page about people, with the ways to the others. */
export function AdministrationPage({ title, note, actions = false, children }: Props) {
  // Others, who manage service accounts, may see none of the other pages.
  const { is_admin: isAdmin } = useProfile()
  return (
    <Page title={title} note={note} actions={actions}>
      {isAdmin && <PageLinks label={words.pages} pages={PAGES} />}
      {children}
    </Page>
  )
}
