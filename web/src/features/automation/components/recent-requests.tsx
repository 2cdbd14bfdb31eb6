import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Light } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { DataTable, LoadingTable, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { lastRequests } from '../api.ts'
import { stateOfRequest } from '../request-states.ts'
import { words } from '../words.ts'
import styles from './automation.module.css'

type Props = {
  readonly label: string
  /** Said where there are none. */
  readonly nothing: string
  /** Only those of this template. */
  readonly template?: string
}

/** The newest requests, of a template or of all. */
export function RecentRequests({ label, nothing, template }: Props) {
  const found = useQuery(lastRequests(useHeddle(), template))
  const columns = template === undefined ? [TEMPLATE, ...REST, WHEN] : [WHEN, ...REST]
  return (
    <Read
      of={found}
      failure={words.requestsFailure}
      permission="automation.view_request"
      skeleton={<LoadingTable columns={columns} lines={2} />}
    >
      {(requests) =>
        requests.length === 0 ? (
          <p className={styles.minor}>{nothing}</p>
        ) : (
          <DataTable label={label} columns={columns} rows={requests} keyOf={({ id }) => id} />
        )
      }
    </Read>
  )
}

type Column = TableColumn<Wire.AutomationRequest>

const TEMPLATE: Column = {
  name: 'template',
  title: words.template,
  isGrowing: true,
  cell: ({ id, template_name: name }) => (
    <Link to="/automation/requests/$id" params={{ id }} className={styles.cut} dir="auto" title={name}>
      {name}
    </Link>
  ),
}

const WHEN: Column = {
  name: 'when',
  title: words.when,
  width: '150px',
  cell: ({ id, created_at: at }) => (
    <Link to="/automation/requests/$id" params={{ id }}>
      <TimeText at={at} />
    </Link>
  ),
}

const REST: readonly Column[] = [
  { name: 'status', title: words.status, width: '160px', cell: (request) => <Light {...stateOfRequest(request)} /> },
  {
    name: 'rows',
    title: words.rowsTitle,
    isNumber: true,
    width: '80px',
    cell: ({ row_count: count }) => formatNumber(count),
  },
  { name: 'user', title: words.user, isWideOnly: true, width: '150px', cell: ({ user }) => user },
]
