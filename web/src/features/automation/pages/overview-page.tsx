import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConnectionNameCell, LastTestCell } from '../../../components/connections/cells.tsx'
import { Read } from '../../../components/read.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { templateList } from '../api.ts'
import { AutomationPage } from '../components/automation-page.tsx'
import { RecentRequests } from '../components/recent-requests.tsx'
import { automationConnectionList } from '../connections/api.ts'
import { words as connectionWords } from '../connections/words.ts'
import { words as launchWords } from '../launch-words.ts'
import { words as referenceWords } from '../reference/words.ts'
import { TemplateActions } from '../templates/template-actions.tsx'
import { words } from '../words.ts'
import styles from './overview-page.module.css'

const MOST_TEMPLATES = 8

/** Where automation begins: what was launched last, what can be launched, and through what. */
export function OverviewPage() {
  const { permissions } = useProfile()
  const may = (permission: string) => permissions.includes(`automation.${permission}`)
  return (
    <AutomationPage title={words.area}>
      <div className={styles.parts}>
        {may('view_request') && (
          <Part title={words.requests} aside={<Link to="/automation/requests">{words.all}</Link>}>
            <RecentRequests label={words.requests} nothing={words.none} />
          </Part>
        )}
        <Part title={launchWords.templates} aside={<Link to="/automation/templates">{words.allTemplates}</Link>}>
          <SomeTemplates />
        </Part>
        {may('view_connection') && (
          <Part title={words.connections} aside={<Link to="/automation/connections">{words.allConnections}</Link>}>
            <SomeConnections />
          </Part>
        )}
        {may('view_category') && (
          <Part title={words.referenceData}>
            <ul className={styles.links}>
              {(['categories', 'lists', 'patterns', 'columns'] as const).map((kind) => (
                <li key={kind}>
                  <Link to="/automation/reference-data" search={{ kind }}>
                    {referenceWords.kinds[kind]}
                  </Link>
                  <p>{referenceWords.about[kind]}</p>
                </li>
              ))}
            </ul>
          </Part>
        )}
      </div>
    </AutomationPage>
  )
}

type PartProps = { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode }

const Part = ({ title, aside, children }: PartProps) => (
  <section aria-label={title} className={styles.part}>
    <div className={styles.head}>
      <h2>{title}</h2>
      {aside}
    </div>
    {children}
  </section>
)

function SomeTemplates() {
  const found = useQuery(templateList(useHeddle(), { page: 1, ordering: 'name' }))
  return (
    <Read of={found} failure={launchWords.templatesFailure} permission="automation.view_template">
      {({ results }) =>
        results.length === 0 ? (
          <p className={styles.minor}>{launchWords.none}</p>
        ) : (
          <DataTable
            label={launchWords.templates}
            columns={TEMPLATES}
            rows={results.slice(0, MOST_TEMPLATES)}
            keyOf={({ id }) => id}
          />
        )
      }
    </Read>
  )
}

const TEMPLATES: readonly TableColumn<Wire.AutomationTemplate>[] = [
  {
    name: 'name',
    title: launchWords.template,
    isGrowing: true,
    cell: ({ id, name }) => (
      <Link to="/automation/templates/$id" params={{ id }} dir="auto" title={name} className={styles.cut}>
        {name}
      </Link>
    ),
  },
  {
    name: 'actions',
    title: launchWords.actions,
    isTitleHidden: true,
    cell: (template) => <TemplateActions template={template} />,
  },
]

function SomeConnections() {
  const found = useQuery(automationConnectionList(useHeddle()))
  return (
    <Read of={found} failure={connectionWords.failure} permission="automation.view_connection">
      {(connections) =>
        connections.length === 0 ? (
          <p className={styles.minor}>{connectionWords.none}</p>
        ) : (
          <DataTable label={words.connections} columns={CONNECTIONS} rows={connections} keyOf={({ id }) => id} />
        )
      }
    </Read>
  )
}

const CONNECTIONS: readonly TableColumn<Wire.AutomationConnection>[] = [
  {
    name: 'name',
    title: connectionWords.name,
    cell: (connection) => <ConnectionNameCell connection={connection} onEdit={undefined} />,
  },
  { name: 'test', title: connectionWords.status, cell: (connection) => <LastTestCell connection={connection} /> },
]
