import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Read } from '../../../components/read.tsx'
import { DataTable, LoadingTable } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { lastRequests } from '../api.ts'
import { words } from '../words.ts'
import { type RequestColumn, ROWS, STATUS, TEMPLATE } from './request-columns.tsx'
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

const WHEN: RequestColumn = {
  name: 'when',
  title: words.when,
  width: '150px',
  cell: ({ id, created_at: at }) => (
    <Link to="/automation/requests/$id" params={{ id }}>
      <TimeText at={at} />
    </Link>
  ),
}

const REST: readonly RequestColumn[] = [
  STATUS,
  ROWS,
  { name: 'user', title: words.user, isWideOnly: true, width: '150px', cell: ({ user }) => user },
]
