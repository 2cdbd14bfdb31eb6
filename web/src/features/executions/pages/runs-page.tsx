import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { type TableColumn, LoadingTable, Pager, DataTable } from '../../../components/table.tsx'
import { TimeText, useMinute } from '../../../components/time-text.tsx'
import { ListViews } from '../../../components/list-views.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { RUNS_PER_PAGE, runList } from '../api.ts'
import { FailureStrip } from '../components/failure-strip.tsx'
import { durationsByQuery, failuresByReason, failureReasonOf } from '../components/failures-by-reason.ts'
import { RunFilters } from '../components/run-filters.tsx'
import { runConnectionName, runName, triggerWord } from '../components/run-name.ts'
import { RunLight } from '../components/run-light.tsx'
import { isFiltered, runQuery } from '../components/run-query.ts'
import { Spark } from '../components/spark.tsx'
import { useLiveRuns } from '../../../resources/use-live-runs.ts'
import { newestRuns } from '../../../resources/runs.ts'
import { words } from '../words.ts'
import styles from './runs-page.module.css'

const route = getRouteApi('/inside/queries/execution-logs')
const NOTHING: readonly Wire.ExecutionLogItem[] = []
/** So many runs tell what fails, and how long a query takes. */
const NEWEST = 200

const columnsWith = (
  durations: ReadonlyMap<string, readonly number[]>,
): readonly TableColumn<Wire.ExecutionLogItem>[] => [
  {
    name: 'query',
    title: words.query,
    isGrowing: true,
    cell: (run) => (
      <div className={styles.query}>
        <Link to="/queries/execution-logs/$id/" params={{ id: run.id }} dir="auto" title={runName(run)}>
          {runName(run)}
        </Link>
        {run.error_message !== null && (
          <p className={styles.fault} title={run.error_message}>
            {run.error_message}
          </p>
        )}
      </div>
    ),
  },
  { name: 'status', title: words.status, cell: (run) => <RunLight run={run} /> },
  {
    name: 'row_count',
    title: words.rows,
    isNumber: true,
    width: '90px',
    cell: ({ status, row_count }) => (status === 'success' ? formatNumber(row_count) : '–'),
  },
  {
    name: 'duration_ms',
    title: words.duration,
    isNumber: true,
    isWideOnly: true,
    width: '150px',
    cell: ({ duration_ms, saved_query }) => (
      <span className={styles.duration}>
        <DurationSpark values={durations.get(saved_query ?? '')} />
        {duration_ms === null ? '–' : formatDuration(duration_ms)}
      </span>
    ),
  },
  {
    name: 'connection',
    title: words.connection,
    isWideOnly: true,
    width: '160px',
    cell: (run) => (
      <span className={styles.bounded} title={runConnectionName(run)} dir="auto">
        {runConnectionName(run)}
      </span>
    ),
  },
  {
    name: 'trigger',
    title: words.trigger,
    isWideOnly: true,
    width: '120px',
    cell: ({ trigger }) => <span className={styles.trigger}>{triggerWord(trigger)}</span>,
  },
  {
    name: 'user',
    title: words.user,
    isWideOnly: true,
    width: '110px',
    cell: ({ user }) => (
      <span className={styles.bounded} title={user} dir="auto">
        {user}
      </span>
    ),
  },
  {
    name: 'executed_at',
    title: words.when,
    isSortable: true,
    cell: ({ executed_at }) => <TimeText at={executed_at} />,
  },
]

const DurationSpark = ({ values }: { readonly values: readonly number[] | undefined }) =>
  values && <Spark values={values} title={words.spark(values.length)} />

export function RunsPage() {
  useLiveRuns()
  const heddle = useHeddle()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const now = useMinute()
  const page = Number(search.page ?? 1)
  const { reason } = search
  const filters = runQuery(search, now)
  const found = useQuery(runList(heddle, { ...filters, page, ordering: search.ordering ?? '-executed_at' }))
  const { status: _status, ...unjudged } = filters
  const newest = useQuery(newestRuns(heddle, { ...unjudged, page_size: NEWEST })).data ?? NOTHING
  const columns = useMemo(() => columnsWith(durationsByQuery(newest)), [newest])
  const change = (changed: Record<string, string | undefined>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }) })
  const isNarrowed = isFiltered(search)

  return (
    <Page title={words.title} note={found.data && words.count(found.data.count)}>
      <RunFilters search={search} onChange={(changed) => change({ ...changed, reason: undefined })}>
        <ListViews of="runs" search={search} onSearch={change} />
        {isNarrowed && (
          <Link to="/queries/execution-logs/" search={{}} className={styles.reset}>
            {words.all}
          </Link>
        )}
      </RunFilters>
      <FailureStrip
        groups={failuresByReason(newest)}
        runs={newest.length}
        selected={reason}
        onSelect={(next) => change({ reason: next, status: undefined })}
      />
      <Read
        of={found}
        failure={words.failure}
        permission="queries.view_executionlog"
        goesStale
        skeleton={<LoadingTable columns={columns} />}
      >
        {({ results, count }) => {
          const shown = reason === undefined ? results : newest.filter((run) => failureReasonOf(run) === reason)
          if (shown.length === 0) {
            return (
              <EmptyState title={isNarrowed ? words.filtered : words.none}>
                {isNarrowed ? words.filteredText : words.noneText}
              </EmptyState>
            )
          }
          return (
            <>
              <DataTable
                label={words.title}
                columns={columns}
                rows={shown}
                keyOf={({ id }) => id}
                order={search.ordering ?? '-executed_at'}
                onOrder={(ordering) => change({ ordering })}
              />
              {reason === undefined ? (
                <Pager
                  page={page}
                  pageSize={RUNS_PER_PAGE}
                  count={count}
                  onPage={(next) => change({ page: String(next) })}
                />
              ) : (
                <p className={styles.note}>{words.reasonNote(shown.length)}</p>
              )}
            </>
          )
        }}
      </Read>
    </Page>
  )
}
