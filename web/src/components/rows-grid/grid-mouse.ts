import type { MouseEvent } from 'react'
import { pointAt, screenPlaceOf } from '../menu-at.tsx'
import { cellUnder, columnUnder } from './cell-under.ts'
import { type GridParts, openHead } from './grid-parts.ts'
import { type CellPlace, cellsBetween, type Range } from './range.ts'
import { fittedTo } from './fitted.ts'
import { nextSort } from './view-state.ts'

/** A cell is pressed: it gets the focus, with Shift as the other end of the selection. */
export function pressCell(event: MouseEvent, grid: GridParts): void {
  const next = cellUnder(event)
  if (!next || next.row < 0 || event.button !== 0) return
  grid.focus.moveTo(next, event.shiftKey)
}

/** The mouse moves over the cells: pressed, it extends the selection. */
export function dragOverCell(event: MouseEvent, { focus: { place, dragTo } }: GridParts): void {
  const next = event.buttons === 1 ? cellUnder(event) : undefined
  if (!next || next.row < 0 || place.row < 0 || (next.row === place.row && next.column === place.column)) return
  dragTo(next)
}

/** A double click on a cell shows its row whole. */
export function openRow(event: MouseEvent, grid: GridParts): void {
  const place = cellUnder(event)
  if (place && place.row >= 0) grid.onRow()
}

/** A context menu is asked for, with the mouse or a key. */
export function openCellMenu(event: MouseEvent, grid: GridParts): void {
  event.preventDefault()
  // A menu key names no place: what it means has the focus, wherever the pointer is.
  const isByKey = event.button !== 2 && !(event.nativeEvent as Partial<PointerEvent>).pointerType
  const next = isByKey ? undefined : cellUnder(event)
  if (!next) grid.openHere()
  else openMenuAt(grid, next, event)
}

function openMenuAt(grid: GridParts, place: CellPlace, { clientX, clientY }: MouseEvent): void {
  const at = pointAt(clientX, clientY)
  if (place.row < 0) {
    openHead(grid, place.column, at)
    return
  }
  const { range, moveTo } = grid.focus
  const isSelected = isWithin(range, place)
  if (!isSelected) moveTo(place, false)
  grid.onOpen({ kind: 'cell', place, range: isSelected ? range : cellsBetween(place, place), at })
}

const isWithin = ({ top, bottom, left, right }: Range, { row, column }: CellPlace): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

/** The name of a column is clicked: it sorts, or its arrow opens its menu. */
export function clickHead(event: MouseEvent, grid: GridParts): void {
  const { columns, view, onView, measures, focus } = grid
  const index = columnUnder(event)
  if (index === undefined || measures.drag.wasDrag()) return
  const part = partUnder(event)
  focus.focusHead(index)
  if (part === 'menu') openHead(grid, index, screenPlaceOf((event.target as Element).closest('[role=columnheader]')!))
  else if (part === undefined) onView({ ...view, sort: nextSort(view.sort, columns[index]!, event.shiftKey) })
}

/** The edge of a name is double-clicked: the column is as wide as its values again. */
export function fitColumn(event: MouseEvent, { columns, loaded, view, onView }: GridParts): void {
  const index = columnUnder(event)
  if (partUnder(event) !== 'resize' || index === undefined) return
  event.stopPropagation()
  onView(fittedTo(loaded.facts, view, columns[index]!))
}

const partUnder = (event: MouseEvent): string | undefined =>
  (event.target as Element).closest<HTMLElement>('[data-part]')?.dataset.part
