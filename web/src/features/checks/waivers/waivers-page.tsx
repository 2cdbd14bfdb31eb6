import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, Filters, LoadingTable, Pager, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { ListViews } from '../../../components/list-views.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { connectionList } from '../../../resources/connections.ts'
import { queryNames } from '../../../resources/queries.ts'
import { ChecksPage } from '../components/checks-page.tsx'
import { WAIVERS_PER_PAGE, waiverList } from './api.ts'
import { EndButton } from './end-button.tsx'
import styles from './waivers.module.css'
import { words } from './words.ts'

const route = getRouteApi('/inside/queries/waivers')
const CHOICES = (['open', 'all'] as const).map((value) => ({ value, label: words.choices[value] }))

/** What somebody has taken on, and until when. */
export function WaiversPage() {
  const heddle = useHeddle()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = Number(search.page ?? 1)
  const which = search.expired === 'all' ? 'all' : 'open'
  const found = useQuery(waiverList(heddle, { page, ...(which === 'open' && { expired: false }) }))
  const columns = useWaiverColumns()
  return (
    <ChecksPage title={words.title} note={found.data && words.count(found.data.count)}>
      <Filters>
        <RadioGroup
          label={words.which}
          isLabelHidden
          choices={CHOICES}
          value={which}
          onChange={(next) => void navigate({ search: next === 'all' ? { expired: 'all' } : {} })}
        />
        <ListViews of="waivers" search={search} onSearch={(changed) => void navigate({ search: changed })} />
      </Filters>
      <Read
        of={found}
        failure={words.failure}
        permission="queries.view_savedquery"
        skeleton={<LoadingTable columns={columns} />}
      >
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title={words.none}>{words.noneText}</EmptyState>
          ) : (
            <>
              <DataTable label={words.title} columns={columns} rows={results} keyOf={({ id }) => id} />
              <Pager
                page={page}
                pageSize={WAIVERS_PER_PAGE}
                count={count}
                onPage={(next) => void navigate({ search: (before) => ({ ...before, page: String(next) }) })}
              />
            </>
          )
        }
      </Read>
    </ChecksPage>
  )
}

function useWaiverColumns(): readonly TableColumn<Wire.Waiver>[] {
  const heddle = useHeddle()
  const mayEnd = useMay('queries.add_waiver')
  const names = useQuery(queryNames(heddle)).data ?? []
  const mayView = useMay('controller.view_connection')
  const connections = useQuery({ ...connectionList(heddle), enabled: mayView }).data ?? []
  const nameOf = (id: string) => names.find((one) => one.id === id)?.name ?? words.open
  const placeOf = (id: string) => connections.find((one) => one.id === id)?.name ?? id
  return [
    {
      name: 'resource',
      title: words.resource,
      isGrowing: true,
      cell: ({ resource, reason }) => (
        <div className={styles.what}>
          <code title={resource}>{resource}</code>
          <span dir="auto" title={reason}>
            {reason}
          </span>
        </div>
      ),
    },
    {
      name: 'check',
      title: words.check,
      cell: ({ saved_query: id }) => (
        <Link to="/history/checks" search={{ saved_query: id }} className={styles.check} title={nameOf(id)}>
          {nameOf(id)}
        </Link>
      ),
    },
    {
      name: 'connection',
      title: words.connection,
      isWideOnly: true,
      cell: ({ controller_connection: id }) => (id === null ? words.any : placeOf(id)),
    },
    {
      name: 'ends',
      title: words.ends,
      width: '140px',
      cell: ({ until, expired }) =>
        expired ? <span className={styles.minor}>{words.expired}</span> : <TimeText at={until} />,
    },
    { name: 'by', title: words.by, width: '110px', cell: ({ created_by: by }) => by ?? '–' },
    {
      name: 'actions',
      title: words.actions,
      isTitleHidden: true,
      cell: (waiver) => mayEnd && !waiver.expired && <EndButton waiver={waiver} />,
    },
  ]
}
