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

const PAGES = [{ to: '/automation/requests', text: words.requests }]

/** A list of the automation area, with the ways to the others. */
export const AutomationPage = ({ title, note, actions = false, children }: Props) => (
  <Page title={title} note={note} actions={actions}>
    {PAGES.length > 1 && <PageLinks label={words.pages} pages={PAGES} />}
    {children}
  </Page>
)
