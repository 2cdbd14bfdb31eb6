import { type RefObject, useState } from 'react'
import type { GridLayout } from './grid-layout.ts'
import { type CellPlace, cellsBetween, type Range } from './range.ts'
import type { GridMeasures } from './use-grid-measures.ts'

type Sizes = { readonly rows: number; readonly columns: number }

/** The cell with the focus, and the cells that are selected with it. */
export type GridFocus = {
  readonly place: CellPlace
  readonly range: Range
  readonly isExtended: boolean
  /** Moves the focus and scrolls to it; extending leaves one corner of the selection where it is. */
  readonly moveTo: (next: CellPlace, isExtending: boolean) => void
  /** The same without scrolling, for a pointer that is there already. */
  readonly dragTo: (next: CellPlace) => void
  readonly focusHead: (column: number) => void
  readonly selectAll: () => void
  readonly selectOne: () => void
}

export function useGridFocus(
  frame: RefObject<HTMLElement | null>,
  measures: GridMeasures,
  { rows, columns }: Sizes,
): GridFocus {
  const [focus, setFocus] = useState<CellPlace>({ row: -1, column: 0 })
  const [anchor, setAnchor] = useState<CellPlace>()
  const place = { row: Math.min(focus.row, rows - 1), column: Math.min(focus.column, columns - 1) }
  const extendTo = (next: CellPlace) => {
    setAnchor(anchor ?? place)
    setFocus(next)
  }
  return {
    place,
    range: cellsBetween(anchor ?? place, place),
    isExtended: anchor !== undefined,
    moveTo: (next, isExtending) => {
      if (isExtending) extendTo(next)
      else {
        setAnchor(undefined)
        setFocus(next)
      }
      if (frame.current) scrollToCell(frame.current, next, measures)
    },
    dragTo: extendTo,
    focusHead: (column) => {
      setFocus({ row: -1, column })
      setAnchor(undefined)
    },
    selectAll: () => {
      setAnchor({ row: 0, column: 0 })
      setFocus({ row: rows - 1, column: columns - 1 })
    },
    selectOne: () => setAnchor(undefined),
  }
}

function scrollToCell(frame: HTMLElement, { row, column }: CellPlace, measures: GridMeasures): void {
  if (row >= 0) scrollToRow(frame, row, measures)
  if (column >= measures.layout.pinned) scrollToColumn(frame, column, measures.layout)
}

function scrollToRow(frame: HTMLElement, row: number, { rowHeight, headHeight }: GridMeasures): void {
  const top = row * rowHeight
  const room = frame.clientHeight - headHeight - rowHeight
  if (top < frame.scrollTop) frame.scrollTop = top
  else if (top > frame.scrollTop + room) frame.scrollTop = top - room
}

function scrollToColumn(frame: HTMLElement, column: number, { starts, widths, pinnedWidth }: GridLayout): void {
  const [left, width] = [starts[column] ?? 0, widths[column] ?? 0]
  if (left < frame.scrollLeft + pinnedWidth) frame.scrollLeft = left - pinnedWidth
  else if (left + width > frame.scrollLeft + frame.clientWidth) frame.scrollLeft = left + width - frame.clientWidth
}
