import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Light } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { DataTable, LoadingTable, Pager, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { FIRINGS_PER_PAGE, firingList } from '../api.ts'
import { words } from '../page-words.ts'
import { minutesLate, stateOfRun, verdictOf } from '../states.ts'
import styles from './schedule.module.css'

type Props = {
  readonly task: Wire.ScheduledTask
  readonly page: number
  readonly onPage: (page: number) => void
}

/** The runs of a schedule, newest first, as they go on. */
export function FiringTable({ task, page, onPage }: Props) {
  const found = useQuery(firingList(useHeddle(), task.id, page, task.running))
  return (
    <Read
      of={found}
      failure={words.runsFailure}
      permission="queries.view_scheduledtask"
      skeleton={<LoadingTable columns={COLUMNS} />}
    >
      {({ results, count }) =>
        results.length === 0 ? (
          <p className={styles.minor}>{words.noRuns}</p>
        ) : (
          <>
            <DataTable label={words.last} columns={COLUMNS} rows={results} keyOf={({ id }) => id} />
            <Pager page={page} pageSize={FIRINGS_PER_PAGE} count={count} onPage={onPage} />
          </>
        )
      }
    </Read>
  )
}

const COLUMNS: readonly TableColumn<Wire.ScheduledExecution>[] = [
  {
    name: 'started',
    title: words.started,
    cell: ({ id, started_at: at }) => (
      <Link to="/queries/scheduled-executions/$id" params={{ id }} className={styles.nowrap}>
        <TimeText at={at} />
      </Link>
    ),
  },
  { name: 'status', title: words.status, cell: (run) => <Light {...stateOfRun(run)} /> },
  {
    name: 'found',
    title: words.found,
    cell: ({ expectation }) => (expectation === null ? '–' : <Light {...verdictOf(expectation)} />),
  },
  { name: 'changes', title: words.changes, cell: (run) => <Changes run={run} /> },
  { name: 'rows', title: words.rows, isNumber: true, cell: ({ row_count: rows }) => rows },
  {
    name: 'connection',
    title: words.connection,
    isGrowing: true,
    isWideOnly: true,
    cell: ({ controller_connection_name: name, controller_connections: merged }) =>
      name ?? (merged === null ? words.gone : words.merged),
  },
  {
    name: 'trigger',
    title: words.trigger,
    isWideOnly: true,
    cell: ({ trigger }) => <span className={styles.nowrap}>{words.triggers[trigger]}</span>,
  },
  { name: 'late', title: words.late, isWideOnly: true, cell: (run) => <Late run={run} /> },
]

type CellProps = { readonly run: Wire.ScheduledExecution }

/** What changed since the run before, which leads to the capture that says more. */
export function Changes({ run: { changes, snapshot } }: CellProps) {
  if (changes === null) return '–'
  const { added, removed, changed } = changes
  const text = added + removed + changed === 0 ? words.noChanges : words.changeCounts(added, removed, changed)
  if (snapshot === null) return text
  return (
    <Link to="/history/snapshots/$id" params={{ id: snapshot }} className={styles.nowrap}>
      {text}
    </Link>
  )
}

export function Late({ run }: CellProps) {
  const minutes = minutesLate(run)
  return (
    <span className={`${styles.minor} ${styles.nowrap}`}>{minutes === 0 ? words.onTime : words.lateBy(minutes)}</span>
  )
}
