import type { ReactNode } from 'react'
import { Page } from '../../../components/page.tsx'
import { PageLinks } from '../../../components/page-links.tsx'
import { words } from '../words.ts'

type Props = {
  readonly title: string
  readonly trail?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const PAGES = [
  { to: '/audit/logs', text: words.title },
  { to: '/audit/login-attempts', text: words.attempts },
  { to: '/audit/settings', text: words.settings },
  { to: '/audit/collectors', text: words.collectors },
]

/** A page of the audit, with the ways to the others. */
export const AuditPage = ({ title, trail = false, actions = false, children }: Props) => (
  <Page title={title} trail={trail} actions={actions}>
    <PageLinks label={words.pages} pages={PAGES} />
    {children}
  </Page>
)
