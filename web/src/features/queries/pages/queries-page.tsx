import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { EmptyState, ForbiddenState } from '../../../components/states.tsx'
import { Filters, Growing, LoadingTable, Pager, DataTable } from '../../../components/table.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { categoryList, connectionChoices, PAGE_SIZE, queryList, type QueryRef } from '../api.ts'
import { CategoryTree } from '../components/category-tree.tsx'
import { dragQueries } from '../components/drag.ts'
import { ImportDialog } from '../components/import-dialog.tsx'
import { SelectionBar } from '../components/selection-bar.tsx'
import { useBulk } from '../hooks/use-bulk.ts'
import { useQueryColumns } from '../hooks/use-query-columns.tsx'
import { useSelected } from '../hooks/use-selected.ts'
import { words } from '../words.ts'
import styles from './queries-page.module.css'

const route = getRouteApi('/inside/queries/saved-queries')
const READ = 'queries.view_savedquery'
const ANY = 'any'

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
  const heddle = useHeddle()
  const cache = useQueryClient()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = Number(search.page ?? 1)
  const query = queryOf(search, page)
  const found = useQuery(queryList(heddle, query))
  const { data: categories = [] } = useQuery({ ...categoryList(heddle), enabled: useMay('queries.view_category') })
  const columns = useQueryColumns(categories)
  const [selected, setSelected] = useSelected(JSON.stringify({ ...search, page: undefined, ordering: undefined }))
  const [isImporting, setIsImporting] = useState(false)
  const mayAdd = useMay('queries.add_savedquery')
  const mayMove = useMay('queries.change_savedquery')
  const change = (changed: Record<string, string | undefined>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }) })
  const refresh = () => cache.invalidateQueries({ queryKey: ['queries'] })
  const handleMoved = useDropped(refresh)
  const isFiltered = FILTERS.some((name) => search[name] !== undefined)

  const actions = mayAdd && (
    <>
      <Button onClick={() => setIsImporting(true)}>{words.import.button}</Button>
      <Button
        look="primary"
        onClick={() => void navigate({ to: '/queries/saved-queries/$id', params: { id: 'new' }, search: {} })}
      >
        {words.newQuery}
      </Button>
    </>
  )
  const rowsOf = (results: readonly Wire.SavedQueryListItem[]) => ({
    keys: new Set(selected.keys()),
    nameOf: ({ name }: QueryRef) => name,
    onSelect: (keys: ReadonlySet<string>) => {
      const known = new Map([...selected, ...results.map(({ id, name }) => [id, { id, name }] as const)])
      setSelected([...keys].flatMap((key) => known.get(key) ?? []))
    },
  })

  return (
    <Page title={words.title} note={found.data && words.count(found.data.count)} actions={actions}>
      <div className={styles.columns}>
        <CategoryTree
          categories={categories}
          category={search.category}
          isFavorite={search.is_favorite === 'true'}
          onMoveQueries={(queries, category) => void handleMoved(queries, category)}
        />
        <div className={styles.content}>
          <Filters>
            <Growing>
              <SearchField
                label={words.search}
                value={search.search ?? ''}
                onSearch={(text) => change({ search: text || undefined })}
              />
            </Growing>
            <ConnectionFilter
              value={search.controller_connection}
              known={found.data?.results ?? []}
              onChange={(id) => change({ controller_connection: id })}
            />
            {isFiltered && (
              <Link
                to="/queries/saved-queries/"
                search={({ ordering }) => ({ ordering })}
                className={buttonClass('link')}
              >
                {words.clearFilters}
              </Link>
            )}
          </Filters>
          <SelectionBar
            queries={[...selected.values()]}
            categories={categories}
            count={found.data?.count ?? 0}
            filters={query}
            onSelect={setSelected}
          />
          <Read
            of={found}
            failure={words.failure}
            permission={READ}
            goesStale
            skeleton={<LoadingTable columns={columns} isSelectable isTall />}
          >
            {({ results, count }) =>
              results.length === 0 ? (
                <NoQueries search={search} isFiltered={isFiltered} action={actions} />
              ) : (
                <>
                  <DataTable
                    label={words.title}
                    columns={columns}
                    rows={results}
                    keyOf={({ id }) => id}
                    order={search.ordering ?? 'name'}
                    onOrder={(ordering) => change({ ordering })}
                    selection={rowsOf(results)}
                    rowProps={({ id, name }) => ({
                      draggable: mayMove,
                      onDragStart: (event) =>
                        dragQueries(event, selected.has(id) ? [...selected.values()] : [{ id, name }]),
                    })}
                  />
                  <Pager
                    page={page}
                    pageSize={PAGE_SIZE}
                    count={count}
                    onPage={(next) => change({ page: String(next) })}
                  />
                </>
              )
            }
          </Read>
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

/** Queries that were dragged to a category. */
function useDropped(refresh: () => Promise<void>) {
  const { savedQueries } = useHeddle().queries
  const move = useBulk()
  return async (queries: readonly QueryRef[], category: number | null) => {
    const failures = await move.run(queries, ({ id }, options) => savedQueries.update(id, { category }, options))
    await refresh()
    if (failures.length < queries.length) toast(words.moveDialog.done(queries.length - failures.length))
    for (const { query, reason } of failures.slice(0, MOST_FAILURES))
      toast(`“${query.name}”: ${reason}`, { kind: 'failed' })
  }
}

const MOST_FAILURES = 3

type ConnectionFilterProps = {
  readonly value: string | undefined
  /** Their connections are known without asking. */
  readonly known: readonly Wire.SavedQueryListItem[]
  readonly onChange: (id: string | undefined) => void
}

/** All connections are read once somebody reaches for them: a page opens with few calls. */
function ConnectionFilter({ value, known, onChange }: ConnectionFilterProps) {
  const heddle = useHeddle()
  const [isWanted, setIsWanted] = useState(false)
  const mayRead = useMay('controller.view_connection')
  const all = useQuery({ ...connectionChoices(heddle), enabled: mayRead && (isWanted || value !== undefined) })
  const names = new Map([
    ...known.map(
      ({ controller_connection: id, controller_connection_name: name }) =>
        [id, name ?? words.deletedConnection] as const,
    ),
    ...(all.data ?? []).map(({ id, name }) => [id, name] as const),
  ])
  const choices = [...names]
    .map(([id, label]) => ({ value: id, label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
  const want = () => setIsWanted(true)
  return (
    <div role="presentation" onFocus={want} onPointerEnter={want}>
      <ChoiceField
        label={words.connection}
        isLabelHidden
        choices={[{ value: ANY, label: words.anyConnection }, ...choices]}
        value={value ?? ANY}
        onChange={(id) => onChange(id === ANY ? undefined : id)}
      />
    </div>
  )
}

const FILTERS = ['search', 'category', 'is_favorite', 'controller_connection'] as const

function queryOf(search: Partial<Record<string, string>>, page: number): Wire.SavedQueryListQuery {
  return {
    page,
    ordering: search.ordering ?? 'name',
    ...(search.search !== undefined && { search: search.search }),
    ...(search.category !== undefined && { category: Number(search.category) }),
    ...(search.controller_connection !== undefined && { controller_connection: search.controller_connection }),
    ...(search.is_favorite === 'true' && { is_favorite: true }),
  }
}

type NoneProps = {
  readonly search: Partial<Record<string, string>>
  readonly isFiltered: boolean
  readonly action: ReactNode
}

function NoQueries({ search, isFiltered, action }: NoneProps) {
  const { none } = words
  if (!isFiltered) {
    return action ? (
      <EmptyState title={none.title} action={action}>
        {none.text}
      </EmptyState>
    ) : (
      <EmptyState title={none.title}>{none.textForReaders}</EmptyState>
    )
  }
  const only = FILTERS.filter((name) => search[name] !== undefined)
  if (only.length === 1 && only[0] === 'category')
    return <EmptyState title={none.inCategory}>{none.inCategoryText}</EmptyState>
  if (only.length === 1 && only[0] === 'is_favorite')
    return <EmptyState title={none.favorites}>{none.favoritesText}</EmptyState>
  return <EmptyState title={none.filtered}>{none.filteredText}</EmptyState>
}
