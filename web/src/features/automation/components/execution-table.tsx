import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Light } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, LoadingTable, Pager, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { executionList, ROWS_PER_PAGE } from '../api.ts'
import { words } from '../words.ts'
import styles from './automation.module.css'
import { nameOfExecution } from './name-of-execution.ts'
import { ReconcileButton } from './reconcile-button.tsx'
import { stateOfExecution } from '../request-states.ts'

type Props = {
  readonly request: string
  readonly page: number
  readonly onPage: (page: number) => void
}

/** The jobs of a request, in the order of its rows. */
export function ExecutionTable({ request, page, onPage }: Props) {
  const found = useQuery(executionList(useHeddle(), request, page))
  return (
    <Read
      of={found}
      failure={words.executionFailure}
      permission="automation.view_execution"
      skeleton={<LoadingTable columns={COLUMNS} />}
    >
      {({ results, count }) =>
        results.length === 0 ? (
          <EmptyState title={words.noJobs} />
        ) : (
          <>
            <DataTable label={words.jobsTitle} columns={COLUMNS} rows={results} keyOf={({ id }) => id} />
            {count > ROWS_PER_PAGE && <Pager page={page} pageSize={ROWS_PER_PAGE} count={count} onPage={onPage} />}
          </>
        )
      }
    </Read>
  )
}

const COLUMNS: readonly TableColumn<Wire.AutomationExecution>[] = [
  {
    name: 'for',
    title: words.forRow,
    width: '170px',
    cell: (execution) => (
      <Link to="/automation/executions/$id" params={{ id: execution.id }} className={styles.whole}>
        {nameOfExecution(execution)}
      </Link>
    ),
  },
  {
    name: 'status',
    title: words.status,
    width: '150px',
    cell: (execution) => <Light {...stateOfExecution(execution)} />,
  },
  { name: 'job', title: words.job, width: '120px', cell: (execution) => <JobLink execution={execution} /> },
  {
    name: 'why',
    title: words.why,
    isGrowing: true,
    cell: ({ error }) => (
      <span className={styles.cut} dir="auto" title={error ?? undefined}>
        {error}
      </span>
    ),
  },
  {
    name: 'started',
    title: words.started,
    width: '130px',
    isWideOnly: true,
    cell: ({ started_at: at }) => <TimeText at={at} />,
  },
  {
    name: 'duration',
    title: words.duration,
    width: '110px',
    isWideOnly: true,
    cell: ({ started_at: from, finished_at: to }) =>
      from !== null && to !== null ? formatDuration(Date.parse(to) - Date.parse(from)) : '–',
  },
  {
    name: 'actions',
    title: words.reconcile,
    isTitleHidden: true,
    width: '150px',
    cell: (execution) => <ReconcileButton execution={execution} />,
  },
]

/** Its page in the automation server, where that is known. */
export function JobLink({ execution }: { readonly execution: Wire.AutomationExecution }) {
  const { automation_job_id: id, automation_job_url: url } = execution
  if (id === null) return <span className={styles.minor}>–</span>
  return url !== null && /^https?:/.test(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer" title={words.openJob} className={styles.whole}>
      {words.jobNumber(id)}
    </a>
  ) : (
    words.jobNumber(id)
  )
}
