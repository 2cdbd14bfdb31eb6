import type { ReactNode } from 'react'
import { Page } from '../../../components/page.tsx'
import { PageLinks } from '../../../components/page-links.tsx'
import { useProfile } from '../../../lib/session/context.tsx'
import { words as launchWords } from '../launch-words.ts'
import { words } from '../words.ts'

type Props = {
  readonly title: string
  readonly note?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const PAGES = [
  { to: '/automation', text: words.overview, permission: 'automation.view_template', isExact: true },
  { to: '/automation/requests', text: words.requests, permission: 'automation.view_request' },
  { to: '/automation/templates', text: launchWords.templates, permission: 'automation.view_template' },
  { to: '/automation/connections', text: words.connections, permission: 'automation.view_connection' },
  { to: '/automation/reference-data', text: words.referenceData, permission: 'automation.view_category' },
]

/** A list of the automation area, with the ways to the others. */
export function AutomationPage({ title, note, actions = false, children }: Props) {
  const { permissions } = useProfile()
  const pages = PAGES.filter(({ permission }) => permissions.includes(permission))
  return (
    <Page title={title} note={note} actions={actions}>
      <PageLinks label={words.pages} pages={pages} />
      {children}
    </Page>
  )
}
