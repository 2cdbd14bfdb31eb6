import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useCallback, useMemo, useRef, useState } from 'react'
import { formatNumber } from '../../lib/i18n/plural.ts'
import { SearchField } from '../search-field.tsx'
import { StaleBar } from '../states.tsx'
import { toast } from '../toasts.tsx'
import { ABSENT, type Cell, cellText } from './cell.ts'
import { columnWidth } from './column-width.ts'
import { ColumnMenu } from './column-menu.tsx'
import { copyText } from './copy-text.ts'
import { inRange, type Place, type Range, rangeOf } from './range.ts'
import styles from './rows-grid.module.css'
import type { RowSource } from './rows-client.ts'
import { useRows, useView } from './use-rows.ts'
import { isSorted, nextSort, type ViewState, visibleColumns } from './view-state.ts'

const ROW_HEIGHT = 24

type Props = {
  readonly source: RowSource
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  /** Further actions, at the end of the bar. */
  readonly actions?: React.ReactNode
}

/** Rows by the hundred thousand: those that are seen are in the page, the others in a worker. */
export function RowsGrid({ source, view, onView, actions }: Props) {
  const { client, loaded } = useRows(source)
  const { hits } = loaded
  const known = loaded.columns.join('\0')
  const columns = useMemo(() => visibleColumns(known === '' ? [] : known.split('\0'), view), [known, view])
  useView(client, { sort: view.sort, find: view.find, columns })

  const frame = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState<Place>({ row: -1, column: 0 })
  const [anchor, setAnchor] = useState<Place>()
  const range = rangeOf(anchor ?? focus, focus)
  const firstRows = client.firstRows()
  const widths = useMemo(
    () =>
      columns.map(
        (name, index) =>
          view.widths[name] ??
          columnWidth(
            name,
            firstRows.map((row) => cellText(row[index] ?? null)),
          ),
      ),
    [columns, view.widths, firstRows],
  )
  const rows = useVirtualizer({
    count: hits,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: 28,
  })
  // Sizes are kept by key, so a column of another width has another key.
  const columnKey = useCallback((index: number) => `${columns[index]} ${widths[index]}`, [columns, widths])
  const shownColumns = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => widths[index] ?? 120,
    getItemKey: columnKey,
    overscan: 3,
  })

  function moveTo(place: Place, isExtending: boolean) {
    const next = {
      row: Math.max(-1, Math.min(hits - 1, place.row)),
      column: Math.max(0, Math.min(columns.length - 1, place.column)),
    }
    setAnchor(isExtending ? (anchor ?? focus) : undefined)
    setFocus(next)
    if (next.row >= 0) rows.scrollToIndex(next.row)
    shownColumns.scrollToIndex(next.column)
  }

  async function handleCopy(part: Range) {
    const text = await client.textOf({ from: part.top, to: part.bottom + 1, columns: columns.slice(part.left, part.right + 1) }, 'tsv')
    await copyText(text)
    toast('Copied.')
  }

  function handleKey(event: KeyboardEvent) {
    const { row, column } = focus
    const page = Math.floor((frame.current?.clientHeight ?? 300) / ROW_HEIGHT) - 2
    const isFar = event.ctrlKey || event.metaKey
    if (isFar && event.key === 'c' && focus.row >= 0) return void handleCopy(range)
    const target: Partial<Record<string, Place>> = {
      ArrowDown: { row: row + 1, column },
      ArrowUp: { row: row - 1, column },
      ArrowRight: { row, column: column + 1 },
      ArrowLeft: { row, column: column - 1 },
      PageDown: { row: row + page, column },
      PageUp: { row: row - page, column },
      Home: { row: isFar ? 0 : row, column: 0 },
      End: { row: isFar ? hits - 1 : row, column: columns.length - 1 },
    }
    const place = target[event.key]
    if (place) {
      event.preventDefault()
      moveTo(place, event.shiftKey)
    } else if (event.key === 'Enter' && row === -1) {
      onView({ ...view, sort: nextSort(view.sort, columns[column]!, event.shiftKey) })
    } else if (event.key === 'Escape') {
      setAnchor(undefined)
    }
  }

  const active = `cell-${focus.row}-${focus.column}`
  return (
    <div className={styles.grid}>
      <div className={styles.bar}>
        <div className={styles.find}>
          <SearchField label="Find in rows" value={view.find} onSearch={(find) => onView({ ...view, find })} />
        </div>
        <span role="status" className={styles.count}>
          {view.find === '' ? `${formatNumber(loaded.count)} rows` : `${formatNumber(hits)} of ${formatNumber(loaded.count)} rows`}
          {!loaded.isDone && ', loading…'}
        </span>
        <ColumnMenu columns={loaded.columns} hidden={view.hidden} onHidden={(hidden) => onView({ ...view, hidden })} />
        {actions}
      </div>
      {loaded.failure !== undefined && <StaleBar>Not all rows could be read. {loaded.failure}</StaleBar>}
      <div
        ref={frame}
        role="grid"
        aria-label="Rows"
        aria-rowcount={hits + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-activedescendant={active}
        tabIndex={0}
        className={styles.frame}
        onKeyDown={handleKey}
      >
        <div style={{ height: rows.getTotalSize() + 28, width: shownColumns.getTotalSize() }} className={styles.sheet}>
          <div role="row" aria-rowindex={1} className={styles.head}>
            {shownColumns.getVirtualItems().map(({ index, start, size }) => {
              const name = columns[index]!
              const sorted = isSorted(view.sort, name)
              return (
                // The grid handles the keys of all its cells.
                // eslint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={name}
                  id={`cell--1-${index}`}
                  role="columnheader"
                  tabIndex={-1}
                  aria-colindex={index + 1}
                  aria-sort={sorted}
                  data-focus={focus.row === -1 && focus.column === index ? true : undefined}
                  className={styles.headCell}
                  style={{ width: size, transform: `translateX(${start}px)` }}
                  onClick={(event) => {
                    setFocus({ row: -1, column: index })
                    onView({ ...view, sort: nextSort(view.sort, name, event.shiftKey) })
                  }}
                >
                  <span>{name}</span>
                  <span aria-hidden>{sorted === 'ascending' ? '▲' : sorted === 'descending' ? '▼' : ''}</span>
                </div>
              )
            })}
          </div>
          {rows.getVirtualItems().map(({ index: row, start }) => {
            const cells = client.rowAt(row)
            return (
              <div key={row} role="row" aria-rowindex={row + 2} className={styles.row} style={{ transform: `translateY(${start}px)` }}>
                {shownColumns.getVirtualItems().map(({ index, start: left, size }) => (
                  <div
                    key={index}
                    id={`cell-${row}-${index}`}
                    role="gridcell"
                    tabIndex={-1}
                    aria-colindex={index + 1}
                    aria-selected={inRange(range, { row, column: index })}
                    data-focus={focus.row === row && focus.column === index ? true : undefined}
                    className={styles.cell}
                    style={{ width: size, transform: `translateX(${left}px)` }}
                    onMouseDown={(event: MouseEvent) => moveTo({ row, column: index }, event.shiftKey)}
                  >
                    {cells && <CellText cell={cells[index] ?? null} />}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** What is not there, what is null and what is empty look different. */
function CellText({ cell }: { readonly cell: Cell }) {
  if (cell === ABSENT) return <span className={styles.none}>·</span>
  if (cell === null) return <span className={styles.none}>null</span>
  if (cell === '') return <span className={styles.none}>""</span>
  return <>{cellText(cell)}</>
}
