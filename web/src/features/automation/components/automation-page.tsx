import { AreaPage, type AreaPageProps } from '../../../components/area-page.tsx'
import { words as launchWords } from '../launch-words.ts'
import { words } from '../words.ts'

const PAGES = [
  { to: '/automation', text: words.overview, permission: 'automation.view_template', isExact: true },
  { to: '/automation/requests', text: words.requests, permission: 'automation.view_request' },
  { to: '/automation/templates', text: launchWords.templates, permission: 'automation.view_template' },
  { to: '/automation/connections', text: words.connections, permission: 'automation.view_connection' },
  { to: '/automation/reference-data', text: words.referenceData, permission: 'automation.view_category' },
]

/** A list of the automation area, with the ways to the others. */
export const AutomationPage = (props: AreaPageProps) => <AreaPage label={words.pages} pages={PAGES} {...props} />
