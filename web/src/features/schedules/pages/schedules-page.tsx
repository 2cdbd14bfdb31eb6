import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { buttonClass } from '../../../components/button.tsx'
import { Light } from '../../../components/light.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, LoadingTable, Pager, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { SCHEDULES_PER_PAGE, scheduleList } from '../api.ts'
import { ScheduleActions } from '../components/schedule-actions.tsx'
import { ScheduleFilters, scheduleQuery, type ScheduleSearch } from '../components/schedule-filters.tsx'
import { WeekDensity } from '../components/week-density.tsx'
import { stateOfSchedule } from '../states.ts'
import { words } from '../words.ts'
import styles from './schedules-page.module.css'

const route = getRouteApi('/inside/queries/scheduled-tasks')

/** What runs automatically: when next, how it last went, and whether it is paused. */
export function SchedulesPage() {
  const search: ScheduleSearch = route.useSearch()
  const navigate = route.useNavigate()
  const { saved_query: query } = search
  const page = Number(search.page ?? 1)
  const mayAdd = useMay('queries.add_scheduledtask')
  const found = useQuery(scheduleList(useHeddle(), scheduleQuery(search, page)))
  return (
    <Page
      title={words.title}
      note={found.data && words.count(found.data.count)}
      actions={
        <>
          {query !== undefined && (
            <Link to="/queries/scheduled-tasks" className={buttonClass()}>
              {words.all}
            </Link>
          )}
          {mayAdd && (
            <Link
              to="/queries/scheduled-tasks/new"
              search={query === undefined ? {} : { saved_query: query }}
              className={buttonClass('primary')}
            >
              {words.create}
            </Link>
          )}
        </>
      }
    >
      <WeekDensity />
      <ScheduleFilters
        search={search}
        onChange={(changed) => void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }) })}
      />
      <ScheduleTable of={found} page={page} search={search} />
    </Page>
  )
}

type TableProps = {
  readonly of: UseQueryResult<Wire.QueriesScheduledTasksListReply>
  readonly page: number
  readonly search: ScheduleSearch
}

function ScheduleTable({ of, page, search }: TableProps) {
  const navigate = route.useNavigate()
  return (
    <Read
      of={of}
      failure={words.failure}
      permission="queries.view_scheduledtask"
      goesStale
      skeleton={<LoadingTable columns={COLUMNS} />}
    >
      {({ results, count }) =>
        results.length === 0 ? (
          <Nothing search={search} />
        ) : (
          <>
            <DataTable label={words.title} columns={COLUMNS} rows={results} keyOf={({ id }) => id} />
            <Pager
              page={page}
              pageSize={SCHEDULES_PER_PAGE}
              count={count}
              onPage={(next) => void navigate({ search: (before) => ({ ...before, page: String(next) }) })}
            />
          </>
        )
      }
    </Read>
  )
}

function Nothing({ search }: { readonly search: ScheduleSearch }) {
  if (search.search !== undefined || search.enabled !== undefined)
    return <EmptyState title={words.noHits}>{words.noHitsText}</EmptyState>
  return (
    <EmptyState title={search.saved_query === undefined ? words.none : words.noneOfQuery}>{words.noneText}</EmptyState>
  )
}

const COLUMNS: readonly TableColumn<Wire.ScheduledTask>[] = [
  {
    name: 'name',
    title: words.name,
    isGrowing: true,
    cell: ({ id, name }) => (
      <Link to="/queries/scheduled-tasks/$id" params={{ id }} className={styles.cut} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  {
    name: 'query',
    title: words.query,
    cell: ({ saved_query: id, saved_query_name: name }) => (
      <Link
        to="/queries/saved-queries/$id/"
        params={{ id }}
        className={`${styles.cut} ${styles.bounded}`}
        dir="auto"
        title={name ?? undefined}
      >
        {name ?? words.deletedQuery}
      </Link>
    ),
  },
  { name: 'when', title: words.when, isWideOnly: 'very', cell: (schedule) => <When schedule={schedule} /> },
  { name: 'state', title: words.state, cell: (schedule) => <Light {...stateOfSchedule(schedule)} /> },
  {
    name: 'next',
    title: words.next,
    cell: ({ enabled, paused, next_run_at: next }) => <TimeText at={enabled && !paused ? next : null} />,
  },
  { name: 'last', title: words.last, isWideOnly: 'very', cell: (schedule) => <LastRun schedule={schedule} /> },
  {
    name: 'actions',
    title: words.actions,
    isTitleHidden: true,
    width: '140px',
    cell: (schedule) => <ScheduleActions schedule={schedule} />,
  },
]

type CellProps = { readonly schedule: Wire.ScheduledTask }

const When = ({ schedule: { schedule_type: type, cron_expression, interval_minutes, timezone } }: CellProps) =>
  type === 'interval' ? (
    words.every(interval_minutes ?? 0)
  ) : (
    <span className={styles.when}>
      <code>{cron_expression}</code> <span className={styles.minor}>{timezone}</span>
    </span>
  )

function LastRun({ schedule: { last_run_status: status, last_run_at: at, failure_streak: streak } }: CellProps) {
  if (status === null) return <span className={styles.minor}>{words.never}</span>
  return (
    <span className={styles.last}>
      <Light
        color={status === 'success' ? 'ok' : 'bad'}
        text={streak > 1 ? words.streak(streak) : words.outcomes[status]}
      />
      <span className={styles.minor}>
        <TimeText at={at} />
      </span>
    </span>
  )
}
