import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { ForbiddenState } from '../../../components/states.tsx'
import { Filters, Growing, LoadingTable, Pager, DataTable } from '../../../components/table.tsx'
import { useMedia } from '../../../components/use-media.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { ViewMenu } from '../../../components/rows-grid/view-menu.tsx'
import { categoryList, PAGE_SIZE, queryList, type QueryRef } from '../api.ts'
import { CategoryPicker } from '../components/category-picker.tsx'
import { CategoryTree, type CategoryTreeProps } from '../components/category-tree.tsx'
import { ConnectionFilterBox } from '../components/connection-filter.tsx'
import { dragQueries } from '../components/drag.ts'
import { ImportDialog } from '../components/import-dialog.tsx'
import { SelectionBar } from '../components/selection-bar.tsx'
import { useDroppedQueries } from '../hooks/use-dropped-queries.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { words } from '../words.ts'
import { filtersIn, listQuery, type ListSearch } from './list-search.ts'
import { NoQueries } from './no-queries.tsx'
import styles from './queries-page.module.css'
import { useQueryColumns } from './use-query-columns.tsx'

const route = getRouteApi('/inside/queries/saved-queries')
const READ = 'queries.view_savedquery'

export function QueriesPage() {
  return useMay(READ) ? (
    <QueryListPage />
  ) : (
    <Page title={words.title}>
      <ForbiddenState permission={READ} />
    </Page>
  )
}

function QueryListPage() {
  const list = useQueryList()
  const { found, search, categories, refresh } = list
  const [isImporting, setIsImporting] = useState(false)
  const mayAdd = useMay('queries.add_savedquery')
  const handleMoved = useDroppedQueries(refresh)
  // Beside a wide navigation a second column would leave too little for the list.
  const isWide = useMedia('(width >= 1600px)')
  const tree: CategoryTreeProps = {
    categories,
    category: search.category,
    isFavorite: search.is_favorite === 'true',
    onMoveQueries: (queries, category) => void handleMoved(queries, category),
  }
  usePageActions(
    mayAdd ? [{ id: 'queries-import', text: words.import.button, onSelect: () => setIsImporting(true) }] : [],
  )
  const actions = mayAdd && <ListActions onImport={() => setIsImporting(true)} />
  return (
    <Page title={words.title} actions={actions}>
      <div className={styles.columns}>
        {isWide && <CategoryTree {...tree} />}
        <div className={styles.content}>
          <ListFilters list={list} tree={isWide ? undefined : tree} />
          <QueryTable list={list} ifEmpty={<NoQueries search={search} action={actions} />} />
          <SelectionBar
            queries={[...list.selected.values()]}
            categories={categories}
            count={found.data?.count ?? 0}
            filters={list.query}
            onSelect={list.setSelected}
          />
        </div>
      </div>
      {isImporting && (
        <ImportDialog
          categories={categories}
          category={search.category === undefined ? undefined : Number(search.category)}
          onClose={() => setIsImporting(false)}
          onDone={refresh}
        />
      )}
    </Page>
  )
}

function ListActions({ onImport }: { readonly onImport: () => void }) {
  const navigate = route.useNavigate()
  return (
    <>
      <Link to="/queries/repositories" className={buttonClass()}>
        {words.repositories}
      </Link>
      <Button onClick={onImport}>{words.import.button}</Button>
      <Button
        look="primary"
        onClick={() => void navigate({ to: '/queries/saved-queries/$id', params: { id: 'new' }, search: {} })}
      >
        {words.newQuery}
      </Button>
    </>
  )
}

type QueryList = ReturnType<typeof useQueryList>

/** The list that the address asks for, and which of its queries are selected. */
function useQueryList() {
  const cache = useQueryClient()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const heddle = useHeddle()
  const page = Number(search.page ?? 1)
  const query = listQuery(search, page)
  const found = useQuery(queryList(heddle, query))
  const { data: categories = [] } = useQuery({ ...categoryList(heddle), enabled: useMay('queries.view_category') })
  const [selected, setSelected] = useSelected(JSON.stringify({ ...search, page: undefined, ordering: undefined }))
  return {
    search,
    page,
    query,
    found,
    categories,
    selected,
    setSelected,
    change: (changed: Record<string, string | undefined>) =>
      void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }) }),
    refresh: () => cache.invalidateQueries({ queryKey: ['queries'] }),
  }
}

type FilterProps = { readonly list: QueryList; readonly tree: CategoryTreeProps | undefined }

function ListFilters({ list: { search, found, change }, tree }: FilterProps) {
  return (
    <Filters>
      <Growing>
        <SearchField
          label={words.search}
          value={search.search ?? ''}
          onSearch={(text) => change({ search: text || undefined })}
        />
      </Growing>
      {tree && <CategoryPicker {...tree} onChoose={change} />}
      <ConnectionFilterBox
        value={search.controller_connection}
        known={found.data?.results ?? []}
        onChange={(id) => change({ controller_connection: id })}
      />
      <ViewMenu place="list queries" view={viewOf(search)} onView={(view) => change({ ...cleared(search), ...view })} />
      {filtersIn(search).length > 0 && (
        <Link to="/queries/saved-queries/" search={({ ordering }) => ({ ordering })} className={buttonClass('link')}>
          {words.clearFilters}
        </Link>
      )}
    </Filters>
  )
}

/** What a view of the list keeps: not the page. */
const viewOf = ({ page: _page, ...view }: ListSearch): ListSearch => view
const cleared = (search: ListSearch): Record<string, undefined> =>
  Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))

function QueryTable({ list, ifEmpty }: { readonly list: QueryList; readonly ifEmpty: ReactNode }) {
  const { search, page, found, categories, selected, setSelected, change } = list
  const mayMove = useMay('queries.change_savedquery')
  const columns = useQueryColumns(found.data?.results ?? [], categories)
  const handleSelect = (results: readonly QueryRef[], keys: ReadonlySet<string>) => {
    const known = new Map([...selected, ...results.map(({ id, name }) => [id, { id, name }] as const)])
    setSelected([...keys].flatMap((key) => known.get(key) ?? []))
  }
  return (
    <Read
      of={found}
      failure={words.failure}
      permission={READ}
      goesStale
      skeleton={<LoadingTable columns={columns} isSelectable isTall />}
    >
      {({ results, count }) =>
        results.length === 0 ? (
          ifEmpty
        ) : (
          <>
            <DataTable
              label={words.title}
              columns={columns}
              rows={results}
              keyOf={({ id }) => id}
              order={search.ordering ?? 'name'}
              onOrder={(ordering) => change({ ordering })}
              selection={{
                keys: new Set(selected.keys()),
                nameOf: ({ name }) => name,
                onSelect: (keys) => handleSelect(results, keys),
              }}
              rowProps={({ id, name }) => ({
                draggable: mayMove,
                onDragStart: (event) => dragQueries(event, selected.has(id) ? [...selected.values()] : [{ id, name }]),
              })}
            />
            <Pager page={page} pageSize={PAGE_SIZE} count={count} onPage={(next) => change({ page: String(next) })} />
          </>
        )
      }
    </Read>
  )
}
