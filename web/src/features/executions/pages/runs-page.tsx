import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { type Column, Filters, Pager, Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { PAGE_SIZE, runList } from '../api.ts'
import { runName } from '../components/run-name.ts'
import { RunLight } from '../components/run-light.tsx'
import { words } from '../words.ts'
import styles from './runs-page.module.css'

const route = getRouteApi('/inside/queries/execution-logs')

const STATUSES = [
  { value: 'any', label: words.any },
  { value: 'success' },
  { value: 'failure' },
  { value: 'timeout' },
  { value: 'running' },
] as const
type Status = (typeof STATUSES)[number]['value']

const COLUMNS: readonly Column<Wire.ExecutionLogItem>[] = [
  {
    name: 'query',
    title: words.query,
    cell: (run) => (
      <div className={styles.query}>
        <Link to="/queries/execution-logs/$id/" params={{ id: run.id }}>
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
  { name: 'status', title: words.status, width: '110px', cell: (run) => <RunLight run={run} /> },
  {
    name: 'row_count',
    title: words.rows,
    isNumber: true,
    isSortable: true,
    width: '90px',
    cell: ({ status, row_count }) => (status === 'success' ? formatNumber(row_count) : '–'),
  },
  {
    name: 'duration_ms',
    title: words.duration,
    isNumber: true,
    isSortable: true,
    width: '100px',
    cell: ({ duration_ms }) => (duration_ms === null ? '–' : formatDuration(duration_ms)),
  },
  { name: 'trigger', title: words.trigger, width: '120px', cell: ({ trigger }) => trigger },
  { name: 'user', title: words.user, width: '110px', cell: ({ user }) => user },
  { name: 'executed_at', title: words.when, isSortable: true, width: '140px', cell: ({ executed_at }) => <TimeText at={executed_at} /> },
]

export function RunsPage() {
  const heddle = useHeddle()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = Number(search.page ?? 1)
  const found = useQuery(runList(heddle, queryOf(search, page)))
  const change = (changed: Record<string, string | undefined>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }) })
  const isFiltered = search.status !== undefined || search.saved_query !== undefined

  return (
    <Page title={words.title} note={found.data && words.count(found.data.count)}>
      <Filters>
        <ChoiceField
          label={words.status}
          choices={STATUSES}
          value={(search.status ?? 'any') as Status}
          onChange={(status) => change({ status: status === 'any' ? undefined : status })}
        />
        {isFiltered && (
          <Link to="/queries/execution-logs/" search={{}} className={styles.reset}>
            {words.all}
          </Link>
        )}
      </Filters>
      <Read of={found} failure={words.failure} permission="queries.view_executionlog">
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title={isFiltered ? words.filtered : words.none}>{isFiltered ? words.filteredText : words.noneText}</EmptyState>
          ) : (
            <>
              <Table
                label={words.title}
                columns={COLUMNS}
                rows={results}
                keyOf={({ id }) => id}
                order={search.ordering ?? '-executed_at'}
                onOrder={(ordering) => change({ ordering })}
              />
              <Pager page={page} pageSize={PAGE_SIZE} count={count} onPage={(next) => change({ page: String(next) })} />
            </>
          )
        }
      </Read>
    </Page>
  )
}

function queryOf(search: Partial<Record<string, string>>, page: number): Wire.ExecutionLogListQuery {
  return {
    page,
    ordering: search.ordering ?? '-executed_at',
    ...(search.status !== undefined && { status: search.status as NonNullable<Wire.ExecutionLogListQuery['status']> }),
    ...(search.saved_query !== undefined && { saved_query: search.saved_query }),
  }
}
