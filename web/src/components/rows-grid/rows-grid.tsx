import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { Button } from '../button.tsx'
import { MenuAt } from '../menu-at.tsx'
import { PanelAt } from '../panel-at.tsx'
import { SearchField } from '../search-field.tsx'
import { EmptyState, StaleBar } from '../states.tsx'
import { toast } from '../toasts.tsx'
import { cellText } from './cell.ts'
import { cellEntries } from './cell-entries.ts'
import { isComplete, withFilter } from './column-filter.ts'
import { ColumnMenu } from './column-menu.tsx'
import { copyText } from './copy-text.ts'
import { ExportMenu } from './export-menu.tsx'
import { FilterForm } from './filter-form.tsx'
import { GridFrame, type Opening } from './grid-frame.tsx'
import { words } from './grid-words.ts'
import { headerEntries } from './header-entries.ts'
import { LoadFailureState } from './load-failure.tsx'
import type { Range } from './range.ts'
import type { RowSource } from './rows-client.ts'
import styles from './rows-grid.module.css'
import type { TextFormat } from './text-of-cells.ts'
import { useRows, useView } from './use-rows.ts'
import { type ViewState, visibleColumns } from './view-state.ts'

const MOST_COPIED_CELLS = 2_000_000
const MOST_VALUES = 200

type Props = {
  readonly source: RowSource
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  /** Further actions, at the end of the bar. */
  readonly actions?: ReactNode
  /** How many rows there are, where the source has fewer. */
  readonly total?: number
  /** Opens the history of an object; without it nothing offers one. */
  readonly onTimeline?: (dn: string) => void
}

/** Rows by the hundred thousand: those that are seen are in the page, the others in a worker. */
export function RowsGrid({ source, view, onView, actions, total, onTimeline }: Props) {
  const { find } = view
  const sort = useSame(view.sort)
  const filters = useSame(view.filters.filter(isComplete))
  const { client, loaded, isStale, onReload } = useRows(source, (all) => ({
    sort,
    find,
    filters,
    columns: visibleColumns(all, view),
  }))
  const known = loaded.columns.join('\0')
  const shown = useMemo(() => visibleColumns(known === '' ? [] : known.split('\0'), view), [known, view]).join('\0')
  // The same columns are the same list, whatever else of the view changes.
  const columns = useMemo(() => (shown === '' ? [] : shown.split('\0')), [shown])
  useView(client, { sort, find, columns, filters })

  const [opening, setOpening] = useState<Opening>()
  const [isFiltering, setIsFiltering] = useState(view.filters.length > 0)
  const close = useCallback(() => setOpening(undefined), [])

  async function copy(range: Range, format: TextFormat) {
    const rows = range.bottom - range.top + 1
    const part = { from: range.top, to: range.bottom + 1, columns: columns.slice(range.left, range.right + 1) }
    if (rows * part.columns.length > MOST_COPIED_CELLS) throw new Error(words.tooMuch)
    await copyText(await client.ask({ kind: 'text', format, ...part }))
    toast(words.copied(rows))
  }

  async function copyDns(range: Range) {
    await copyText(await client.ask({ kind: 'list', from: range.top, to: range.bottom + 1, column: 'dn' }))
    toast(words.copied(range.bottom - range.top + 1))
  }

  const attempt = (work: Promise<void>) =>
    void work.catch((error: unknown) => toast((error as Error).message, { kind: 'failed' }))

  function cellEntriesAt({ place, range }: Extract<Opening, { kind: 'cell' }>) {
    const cells = client.rowAt(place.row)
    const dnAt = columns.indexOf('dn')
    const dn = dnAt < 0 ? '' : cellText(cells?.[dnAt] ?? null)
    return cellEntries({
      column: columns[place.column]!,
      cell: cells?.[place.column] ?? null,
      dn: dn === '' ? undefined : dn,
      hasDns: loaded.columns.includes('dn'),
      view,
      onView: (next) => {
        setIsFiltering(true)
        onView(next)
      },
      onCopy: (format) => attempt(copy(range, format)),
      onCopyDns: () => attempt(copyDns(range)),
      onTimeline,
    })
  }

  const { hits, count, failure } = loaded
  const isNarrowed = find !== '' || filters.length > 0
  const all = loaded.total ?? total ?? count
  const showAll = () => onView({ ...view, find: '', filters: [] })

  return (
    <div className={styles.grid}>
      <div className={styles.bar}>
        <div className={styles.find}>
          <SearchField label={words.find} value={find} onSearch={(text) => onView({ ...view, find: text })} />
        </div>
        <span role="status" className={styles.count}>
          {isNarrowed ? words.hits(hits, count) : words.count(count)}
          {!loaded.isDone && words.loading}
        </span>
        {view.filters.length > 0 && (
          <Button look="quiet" onClick={() => onView({ ...view, filters: [] })}>
            {words.clearFilters}
          </Button>
        )}
        <Button aria-pressed={isFiltering} onClick={() => setIsFiltering(!isFiltering)}>
          {words.filterCount(view.filters.length)}
        </Button>
        <ColumnMenu
          columns={loaded.columns}
          hidden={view.hidden}
          onHidden={(hidden) => onView({ ...view, hidden })}
          rowHeight={view.rowHeight}
          onRowHeight={(rowHeight) => onView({ ...view, rowHeight })}
        />
        <ExportMenu client={client} all={loaded.columns} shown={columns} />
        {actions}
      </div>
      {isStale && <StaleBar>{words.stale}</StaleBar>}
      {loaded.isDone && all > count && !failure && <StaleBar>{words.cut(count, all)}</StaleBar>}
      {failure && count > 0 && (
        <StaleBar onReload={onReload}>
          {words.partly(count)} {failure.message}
        </StaleBar>
      )}
      {failure && count === 0 ? (
        <LoadFailureState failure={failure} onRetry={onReload} />
      ) : (
        <GridFrame
          client={client}
          loaded={loaded}
          isStale={isStale}
          columns={columns}
          view={view}
          onView={onView}
          isFiltering={isFiltering}
          onOpen={setOpening}
          onCopy={(range) => attempt(copy(range, 'tsv'))}
        />
      )}
      {loaded.isDone && !failure && hits === 0 && (
        <div className={styles.nothing}>
          {isNarrowed && count > 0 ? (
            <EmptyState title={words.noHit} action={<Button onClick={showAll}>{words.clear}</Button>}>
              {words.noHitText}
            </EmptyState>
          ) : (
            <EmptyState title={words.none} />
          )}
        </div>
      )}
      {opening?.kind === 'cell' && (
        <MenuAt label="Cell" at={opening.at} entries={cellEntriesAt(opening)} onClose={close} />
      )}
      {opening?.kind === 'head' && (
        <MenuAt
          label={opening.column}
          at={opening.at}
          entries={headerEntries({
            ...opening,
            columns: loaded.columns,
            view,
            onView,
            onFilter: () => setOpening({ kind: 'filter', column: opening.column, at: opening.at }),
          })}
          onClose={() => setOpening((now) => (now === opening ? undefined : now))}
        />
      )}
      {opening?.kind === 'filter' && (
        <PanelAt label={words.filterOf(opening.column)} at={opening.at} onClose={close}>
          <FilterForm
            key={opening.column}
            column={opening.column}
            filter={view.filters.find(({ column }) => column === opening.column)}
            onDistinct={(text) =>
              client.ask({
                kind: 'distinct',
                column: opening.column,
                text,
                most: MOST_VALUES,
                view: { sort: [], find, columns, filters: withFilter(filters, opening.column, undefined) },
              })
            }
            onFilter={(filter) =>
              onView({
                ...view,
                filters: withFilter(view.filters, opening.column, filter && isComplete(filter) ? filter : undefined),
              })
            }
            onClose={close}
          />
        </PanelAt>
      )}
    </div>
  )
}

/** An address is read anew whenever anything in it changes: what says the same stays the same. */
function useSame<T>(value: T): T {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as T, [text])
}
