import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../components/button.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, Filters, Growing, LoadingTable, Pager, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { ListViews } from '../../../components/list-views.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { capturesByQuery } from '../../../resources/history.ts'
import styles from './history.module.css'
import { words } from './words.ts'

type Captured = Wire.HistoryQueries['queries'][number]

const PAGE_SIZE = 50

const COLUMNS: readonly TableColumn<Captured>[] = [
  {
    name: 'query',
    title: words.query,
    isGrowing: true,
    cell: ({ id, name }) => (
      <Link to="/history" search={{ saved_query: id }} dir="auto">
        {name}
      </Link>
    ),
  },
  {
    name: 'captures',
    title: words.captures,
    isNumber: true,
    cell: ({ snapshot_count }) => formatNumber(snapshot_count),
  },
  { name: 'newest', title: words.newest, width: '160px', cell: ({ latest_snapshot_at: at }) => <TimeText at={at} /> },
  {
    name: 'compare',
    title: words.changes,
    isWideOnly: true,
    width: '140px',
    cell: ({ id, snapshot_count }) =>
      snapshot_count > 1 && (
        <Link to="/history/compare" search={{ saved_query: id }} className={styles.whole}>
          {words.lastChange}
        </Link>
      ),
  },
]

type Props = {
  readonly text: string
  readonly page: number
  readonly onChange: (change: { readonly search?: string | undefined; readonly page?: string | undefined }) => void
}

/** Every query that was captured, the one that was captured last first. */
export function QueryList({ text, page, onChange }: Props) {
  const found = useQuery(capturesByQuery(useHeddle()))
  return (
    <Page
      title={words.title}
      actions={
        <>
          <Link to="/history/changes" className={buttonClass()}>
            {words.changeWindows}
          </Link>
          <Link to="/history/settings" className={buttonClass()}>
            {words.retention}
          </Link>
        </>
      }
    >
      <Read
        of={found}
        failure={words.failure}
        permission="history.view_snapshot"
        goesStale
        skeleton={<LoadingTable columns={COLUMNS} />}
      >
        {(byQuery) => <Queries all={[...byQuery.values()]} {...{ text, page, onChange }} />}
      </Read>
    </Page>
  )
}

function Queries({ all, text, page, onChange }: Props & { readonly all: readonly Captured[] }) {
  const hits = all
    .filter(({ name, snapshot_count: count }) => count > 0 && name.toLowerCase().includes(text.trim().toLowerCase()))
    .toSorted((a, b) => (b.latest_snapshot_at ?? '').localeCompare(a.latest_snapshot_at ?? ''))
  if (all.length === 0) {
    return (
      <EmptyState
        title={words.noQueries}
        action={
          <Link to="/queries/saved-queries" className={buttonClass()}>
            {words.openQueries}
          </Link>
        }
      >
        {words.noQueriesText}
      </EmptyState>
    )
  }
  return (
    <>
      <Filters>
        <Growing>
          <SearchField
            label={words.find}
            value={text}
            onSearch={(next) => onChange({ search: next === '' ? undefined : next, page: undefined })}
          />
        </Growing>
        <ListViews of="captured-queries" search={text === '' ? {} : { search: text }} onSearch={onChange} />
      </Filters>
      {hits.length === 0 ? (
        <EmptyState title={words.noQuery} />
      ) : (
        <>
          <DataTable
            label={words.queries}
            columns={COLUMNS}
            rows={hits.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
            keyOf={({ id }) => id}
          />
          <Pager
            page={page}
            pageSize={PAGE_SIZE}
            count={hits.length}
            onPage={(next) => onChange({ page: String(next) })}
          />
        </>
      )}
    </>
  )
}
