import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Light } from '../../../components/light.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { type Column, Filters, Growing, Pager, Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { categoryList, newestRuns, PAGE_SIZE, queryList } from '../api.ts'
import { CategoryTree } from '../components/category-tree.tsx'
import { FavoriteButton } from '../components/favorite-button.tsx'
import { QueryActions } from '../components/query-actions.tsx'
import { words } from '../words.ts'
import styles from './queries-page.module.css'

const route = getRouteApi('/inside/queries/saved-queries')

export function QueriesPage() {
  const heddle = useHeddle()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayRead = useMay('queries.view_savedquery')
  const page = Number(search.page ?? 1)
  const found = useQuery(queryList(heddle, queryOf(search, page)))
  const categories = useQuery({ ...categoryList(heddle), enabled: mayRead })
  const runs = useQuery({ ...newestRuns(heddle), enabled: useMay('queries.view_executionlog') && mayRead })
  const change = (changed: Record<string, string | undefined>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }) })

  const columns: readonly Column<Wire.SavedQueryListItem>[] = [
    {
      name: 'name',
      title: words.name,
      isSortable: true,
      cell: (query) => (
        <div className={styles.name}>
          <FavoriteButton query={query} />
          <div>
            <Link to="/queries/execution-logs/" search={{ saved_query: query.id }}>
              {query.name}
            </Link>
            {query.description !== '' && <p className={styles.description}>{query.description}</p>}
          </div>
        </div>
      ),
    },
    { name: 'classes', title: words.classes, cell: (query) => <Classes query={query} /> },
    { name: 'last-run', title: words.lastRun, cell: ({ id }) => <LastRun run={runs.data?.get(id)} /> },
    { name: 'updated_at', title: words.changed, isSortable: true, width: '130px', cell: ({ updated_at }) => <TimeText at={updated_at} /> },
    {
      name: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: '120px',
      cell: (query) => <QueryActions query={query} categories={categories.data ?? []} />,
    },
  ]

  return (
    <Page title={words.title} note={found.data && words.count(found.data.count)}>
      <div className={styles.columns}>
        {categories.data && (
          <CategoryTree categories={categories.data} category={search.category} isFavorite={search.is_favorite === 'true'} />
        )}
        <div className={styles.content}>
          <Filters>
            <Growing>
              <SearchField label={words.search} value={search.search ?? ''} onSearch={(text) => change({ search: text || undefined })} />
            </Growing>
          </Filters>
          <Read of={found} failure={words.failure} permission="queries.view_savedquery">
            {({ results, count }) =>
              results.length === 0 ? (
                <NoQueries isFiltered={Object.keys(search).length > 0} />
              ) : (
                <>
                  <Table
                    label={words.title}
                    columns={columns}
                    rows={results}
                    keyOf={({ id }) => id}
                    order={search.ordering ?? 'name'}
                    onOrder={(ordering) => change({ ordering })}
                  />
                  <Pager page={page} pageSize={PAGE_SIZE} count={count} onPage={(next) => change({ page: String(next) })} />
                </>
              )
            }
          </Read>
        </div>
      </div>
    </Page>
  )
}

function queryOf(search: Partial<Record<string, string>>, page: number): Wire.SavedQueryListQuery {
  return {
    page,
    ordering: search.ordering ?? 'name',
    ...(search.search !== undefined && { search: search.search }),
    ...(search.category !== undefined && { category: Number(search.category) }),
    ...(search.is_favorite === 'true' && { is_favorite: true }),
  }
}

const NoQueries = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title={words.none.filtered}>{words.none.filteredText}</EmptyState>
  ) : (
    <EmptyState title={words.none.title}>{words.none.text}</EmptyState>
  )

const MOST_CLASSES = 4

/** What it asks about, in the controller's words. */
function Classes({ query }: { readonly query: Wire.SavedQueryListItem }) {
  const names = query.nodes.flatMap((node) =>
    typeof node.class_name === 'string' ? [node.class_name] : Array.isArray(node.class_names) ? node.class_names.map(String) : [],
  )
  const shown = [...new Set(names)]
  return (
    <span className="code">
      {shown.slice(0, MOST_CLASSES).join(' ')}
      {shown.length > MOST_CLASSES && ` +${shown.length - MOST_CLASSES}`}
    </span>
  )
}

function LastRun({ run }: { readonly run: Wire.ExecutionLogItem | undefined }) {
  if (!run) return <span className={styles.description}>{words.neverRan}</span>
  const color = run.status === 'success' ? 'ok' : run.status === 'running' ? 'busy' : 'bad'
  return (
    <Link to="/queries/execution-logs/$id/" params={{ id: run.id }} className={styles.run}>
      <Light color={color} text={run.status === 'success' ? words.rows(run.row_count) : run.status} />
      <TimeText at={run.executed_at} />
    </Link>
  )
}
