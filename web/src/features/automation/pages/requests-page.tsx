import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Light } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, LoadingTable, Pager, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { REQUESTS_PER_PAGE, requestList } from '../api.ts'
import { AutomationPage } from '../components/automation-page.tsx'
import styles from '../components/automation.module.css'
import { RequestFilters, type RequestSearch } from '../components/request-filters.tsx'
import { stateOfCheck, stateOfRequest } from '../request-states.ts'
import { words } from '../words.ts'

const route = getRouteApi('/inside/automation/requests')

/** What was asked of the automation servers, and how it went. */
export function RequestsPage() {
  const search: RequestSearch = route.useSearch()
  const navigate = route.useNavigate()
  const page = Number(search.page ?? 1)
  const found = useQuery(requestList(useHeddle(), { page, ...queryOf(search) }))
  const change = (changed: RequestSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }) })
  return (
    <AutomationPage title={words.requests} note={found.data && words.count(found.data.count)}>
      <RequestFilters search={search} onChange={change} />
      <Read
        of={found}
        failure={words.requestsFailure}
        permission="automation.view_request"
        skeleton={<LoadingTable columns={COLUMNS} />}
        goesStale
      >
        {({ results, count }) =>
          results.length === 0 ? (
            <Nothing isFiltered={Object.keys(queryOf(search)).length > 0} />
          ) : (
            <>
              <DataTable label={words.requests} columns={COLUMNS} rows={results} keyOf={({ id }) => id} />
              <Pager
                page={page}
                pageSize={REQUESTS_PER_PAGE}
                count={count}
                onPage={(next) => change({ page: String(next) })}
              />
            </>
          )
        }
      </Read>
    </AutomationPage>
  )
}

/** An address is typed by people: what the API does not know is left to it to refuse. */
const queryOf = ({ status, template, user, source_saved_query, source_snapshot }: RequestSearch) =>
  Object.fromEntries(
    Object.entries({ status, template, user, source_saved_query, source_snapshot }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Wire.AutomationRequestListQuery

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      title={words.filtered}
      action={
        <Link to="/automation/requests" search={{}}>
          {words.all}
        </Link>
      }
    >
      {words.filteredText}
    </EmptyState>
  ) : (
    <EmptyState title={words.none}>{words.noneText}</EmptyState>
  )

const COLUMNS: readonly TableColumn<Wire.AutomationRequest>[] = [
  {
    name: 'template',
    title: words.template,
    isGrowing: true,
    cell: ({ id, template_name: name }) => (
      <Link to="/automation/requests/$id" params={{ id }} className={styles.cut} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  {
    name: 'status',
    title: words.status,
    width: '160px',
    cell: (request) => <Light {...stateOfRequest(request)} />,
  },
  {
    name: 'check',
    title: words.check,
    width: '150px',
    isWideOnly: true,
    cell: ({ verification }) =>
      verification ? <Light {...stateOfCheck(verification)} /> : <span className={styles.minor}>–</span>,
  },
  {
    name: 'rows',
    title: words.rowsTitle,
    isNumber: true,
    width: '80px',
    cell: ({ row_count: count }) => formatNumber(count),
  },
  {
    name: 'jobs',
    title: words.jobsTitle,
    isNumber: true,
    width: '110px',
    cell: ({ executions_complete: done, execution_count: all }) => (
      <span className={styles.whole}>{words.jobsDone(done, all)}</span>
    ),
  },
  {
    name: 'user',
    title: words.user,
    width: '130px',
    cell: ({ user }) => (
      <span className={styles.cut} title={user}>
        {user}
      </span>
    ),
  },
  { name: 'when', title: words.when, width: '130px', cell: ({ created_at: at }) => <TimeText at={at} /> },
]
