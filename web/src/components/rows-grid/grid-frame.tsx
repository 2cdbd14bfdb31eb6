import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { placeOf, pointAt, type ScreenPlace } from '../menu-at.tsx'
import { columnWidth } from './column-width.ts'
import { FilterStrip } from './filter-strip.tsx'
import { columnsWithin, layoutOf, rowHeightOf } from './grid-layout.ts'
import { GridHead } from './grid-head.tsx'
import { GridRow } from './grid-row.tsx'
import { words } from './grid-words.ts'
import { moveFocus } from './move-focus.ts'
import { type Place, type Range, rangeOf } from './range.ts'
import type { Loaded, RowsClient } from './rows-client.ts'
import styles from './rows-grid.module.css'
import { columnOf, rowOf, useHeadDrag } from './use-head-drag.ts'
import { useScroll } from './use-scroll.ts'
import { fitWidth, movedColumn, nextSort, type ViewState } from './view-state.ts'

const HEAD_HEIGHT = 28
const STRIP_HEIGHT = 28
const FURTHER_ROWS = 8
const RESIZE_STEP = 20

/** What the grid asks to be opened beside it, and where. */
export type Opening =
  | { readonly kind: 'cell'; readonly place: Place; readonly range: Range; readonly at: ScreenPlace }
  | { readonly kind: 'head'; readonly column: string; readonly width: number; readonly at: ScreenPlace }
  | { readonly kind: 'filter'; readonly column: string; readonly at: ScreenPlace }

type Props = {
  readonly client: RowsClient
  readonly loaded: Loaded
  readonly isStale: boolean
  readonly columns: readonly string[]
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  readonly isFiltering: boolean
  readonly onOpen: (opening: Opening) => void
  readonly onCopy: (range: Range) => void
}

/** The rows that are seen, with a head that stays. One focus for all of it: its keys move a cell, not the page. */
export function GridFrame({ client, loaded, isStale, columns, view, onView, isFiltering, onOpen, onCopy }: Props) {
  const { hits } = loaded
  const focusId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const scroll = useScroll(frame)
  const [focus, setFocus] = useState<Place>({ row: -1, column: 0 })
  const [anchor, setAnchor] = useState<Place>()
  const place = { row: Math.min(focus.row, hits - 1), column: Math.min(focus.column, columns.length - 1) }
  const range = rangeOf(anchor ?? place, place)

  const lengths = columns.map((name) => client.longestOf(name) ?? 0).join()
  const measured = useMemo(() => {
    const longest = lengths.split(',').map(Number)
    return columns.map((name, index) => view.widths[name] ?? columnWidth(name, longest[index] ?? 0))
  }, [columns, view.widths, lengths])
  const pinned = columns.filter((name) => view.pinned.includes(name)).length
  const still = useMemo(
    () => layoutOf(columns, measured, pinned, scroll.width),
    [columns, measured, pinned, scroll.width],
  )
  const drag = useHeadDrag({
    layout: still,
    scrollLeft: scroll.left,
    onResize: (column, width) => onView({ ...view, widths: { ...view.widths, [column]: width } }),
    onMove: (column, to) => onView(movedColumn(loaded.columns, view, column, to)),
  })
  const { live } = drag
  const layout = useMemo(
    () =>
      live ? layoutOf(columns, measured.with(columns.indexOf(live.column), live.width), pinned, scroll.width) : still,
    [live, columns, measured, pinned, scroll.width, still],
  )

  const rowHeight = rowHeightOf(view.rowHeight, hits)
  const headHeight = HEAD_HEIGHT + (isFiltering ? STRIP_HEIGHT : 0)
  const firstRow = Math.max(0, Math.floor(scroll.top / rowHeight) - FURTHER_ROWS)
  const rowsInView = Math.ceil(scroll.height / rowHeight) + 2 * FURTHER_ROWS
  const lastRow = Math.min(hits, firstRow + rowsInView)
  const [first, last] = columnsWithin(layout, scroll.left + layout.pinnedWidth, scroll.left + scroll.width)

  // Another order or other rows begin at the top.
  const shown = JSON.stringify([view.sort, view.filters, view.find])
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 })
  }, [shown])

  function moveTo(next: Place, isExtending: boolean) {
    setAnchor(isExtending ? (anchor ?? place) : undefined)
    setFocus(next)
    const element = frame.current
    if (!element) return
    if (next.row >= 0) {
      const top = next.row * rowHeight
      const room = element.clientHeight - headHeight - rowHeight
      if (top < element.scrollTop) element.scrollTop = top
      else if (top > element.scrollTop + room) element.scrollTop = top - room
    }
    if (next.column >= layout.pinned) {
      const [left, width] = [layout.starts[next.column] ?? 0, layout.widths[next.column] ?? 0]
      if (left < element.scrollLeft + layout.pinnedWidth) element.scrollLeft = left - layout.pinnedWidth
      else if (left + width > element.scrollLeft + element.clientWidth)
        element.scrollLeft = left + width - element.clientWidth
    }
  }

  /** The menu of what has the focus, where it is. */
  function openHere() {
    const element = document.getElementById(focusId)
    const at = placeOf(element ?? frame.current!)
    if (place.row < 0) openHead(place.column, at)
    else onOpen({ kind: 'cell', place, range, at })
  }

  const openHead = (index: number, at: ScreenPlace) =>
    onOpen({ kind: 'head', column: columns[index]!, width: layout.widths[index]!, at })

  function handleHeadKey(event: KeyboardEvent): boolean {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const name = columns[place.column]!
    if (event.key === 'Enter') onView({ ...view, sort: nextSort(view.sort, name, event.shiftKey) })
    else if (event.altKey && event.key === 'ArrowDown') openHere()
    else if (step !== undefined && event.altKey) {
      const width = fitWidth(layout.widths[place.column]! + step * RESIZE_STEP)
      onView({ ...view, widths: { ...view.widths, [name]: width } })
    } else if (step !== undefined && event.shiftKey) {
      const moved = movedColumn(loaded.columns, view, name, place.column + step)
      if (moved !== view) moveTo({ row: -1, column: place.column + step }, false)
      onView(moved)
    } else return false
    return true
  }

  function handleKey(event: KeyboardEvent) {
    const isFar = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((scroll.height - headHeight) / rowHeight) - 1)
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) openHere()
    else if (isFar && event.key.toLowerCase() === 'c' && place.row >= 0) onCopy(range)
    else if (isFar && event.key.toLowerCase() === 'a' && hits > 0) {
      setAnchor({ row: 0, column: 0 })
      setFocus({ row: hits - 1, column: columns.length - 1 })
    } else if (event.key === 'Escape' && anchor) setAnchor(undefined)
    else if (place.row >= 0 || !handleHeadKey(event)) {
      const next = event.altKey ? undefined : moveFocus(event, place, { rows: hits, columns: columns.length, page })
      if (!next) return
      moveTo(next, event.shiftKey && place.row >= 0 && next.row >= 0)
    }
    event.preventDefault()
  }

  function handleMouseDown(event: MouseEvent) {
    const next = placeAt(event)
    if (!next || next.row < 0 || event.button !== 0) return
    moveTo(next, event.shiftKey)
  }

  function handleMouseMove(event: MouseEvent) {
    const next = event.buttons === 1 ? placeAt(event) : undefined
    if (!next || next.row < 0 || place.row < 0 || (next.row === place.row && next.column === place.column)) return
    setAnchor(anchor ?? place)
    setFocus(next)
  }

  function handleContextMenu(event: MouseEvent) {
    event.preventDefault()
    // A menu key names no place: what it means has the focus, wherever the pointer is.
    const isByKey = event.button !== 2 && !(event.nativeEvent as Partial<globalThis.PointerEvent>).pointerType
    const next = isByKey ? undefined : placeAt(event)
    if (!next) {
      openHere()
      return
    }
    if (next.row < 0) {
      openHead(next.column, pointAt(event.clientX, event.clientY))
      return
    }
    const isSelected =
      next.row >= range.top && next.row <= range.bottom && next.column >= range.left && next.column <= range.right
    if (!isSelected) moveTo(next, false)
    onOpen({
      kind: 'cell',
      place: next,
      range: isSelected ? range : rangeOf(next, next),
      at: pointAt(event.clientX, event.clientY),
    })
  }

  function handleHeadClick(event: MouseEvent) {
    const index = columnOf(event)
    if (index === undefined || drag.wasDrag()) return
    const part = (event.target as Element).closest<HTMLElement>('[data-part]')?.dataset.part
    setFocus({ row: -1, column: index })
    setAnchor(undefined)
    if (part === 'menu') openHead(index, placeOf((event.target as Element).closest('[role=columnheader]')!))
    else if (part === undefined) onView({ ...view, sort: nextSort(view.sort, columns[index]!, event.shiftKey) })
  }

  function handleHeadDoubleClick(event: MouseEvent) {
    const part = (event.target as Element).closest<HTMLElement>('[data-part]')?.dataset.part
    const index = columnOf(event)
    if (part !== 'resize' || index === undefined) return
    const { [columns[index]!]: _own, ...widths } = view.widths
    onView({ ...view, widths })
  }

  const isSeen = place.row < 0 ? true : place.row >= firstRow && place.row < lastRow
  return (
    <div
      ref={frame}
      className={`${styles.frame} ${isStale ? styles.stale : ''}`}
      // What gets the focus must not lie below the pinned columns.
      style={{ scrollPaddingInlineStart: layout.pinnedWidth }}
    >
      {isFiltering && (
        <FilterStrip
          layout={layout}
          first={first}
          last={last}
          view={view}
          onOpen={(column, target) => onOpen({ kind: 'filter', column, at: placeOf(target) })}
        />
      )}
      {/* The mouse is heard here for all cells; keys do everything that it does. */}
      <div
        role="grid"
        aria-label={words.title}
        aria-rowcount={hits + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-busy={isStale || !loaded.isDone}
        aria-activedescendant={isSeen && columns.length > 0 ? focusId : undefined}
        tabIndex={0}
        className={styles.sheet}
        style={{ height: headHeight + hits * rowHeight, width: layout.width }}
        onKeyDown={handleKey}
        onMouseDown={handleMouseDown}
        onMouseMove={handleMouseMove}
        onContextMenu={handleContextMenu}
      >
        <GridHead
          layout={layout}
          first={first}
          last={last}
          view={view}
          focus={place.row === -1 ? place.column : -1}
          focusId={focusId}
          drop={drag.drop}
          onClick={handleHeadClick}
          onDoubleClick={handleHeadDoubleClick}
          {...drag.handlers}
        />
        <div className={styles.body} style={{ top: headHeight }}>
          {Array.from({ length: lastRow - firstRow }, (_, offset) => {
            const row = firstRow + offset
            const isInRange = place.row >= 0 && row >= range.top && row <= range.bottom
            return (
              <GridRow
                // A row that scrolled out lends its elements to one that scrolled in.
                key={row % rowsInView}
                row={row}
                height={rowHeight}
                cells={client.rowAt(row)}
                layout={layout}
                first={first}
                last={last}
                left={isInRange ? range.left : -1}
                right={isInRange ? range.right : -1}
                focus={place.row === row ? place.column : -1}
                focusId={focusId}
                split={view.split}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

function placeAt(event: MouseEvent): Place | undefined {
  const [row, column] = [rowOf(event), columnOf(event)]
  return row === undefined || column === undefined ? undefined : { row, column }
}
