import type { KeyboardEvent } from 'react'
import type { GridParts } from './grid-parts.ts'
import { moveFocus } from './move-focus.ts'
import { fitWidth, movedColumn, nextSort } from './view-state.ts'

const RESIZE_STEP = 20

/** A key pressed in the grid: it copies, selects, opens a menu, or moves the focus. */
export function pressGridKey(event: KeyboardEvent, grid: GridParts): void {
  const { loaded, columns, measures, focus } = grid
  const { place } = focus
  const isFar = event.ctrlKey || event.metaKey
  if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) grid.openHere()
  else if (isFar && event.key.toLowerCase() === 'c' && place.row >= 0) grid.onCopy(focus.range)
  else if (isFar && event.key.toLowerCase() === 'a' && loaded.hits > 0) focus.selectAll()
  else if ((event.key === 'Enter' || event.key === ' ') && place.row >= 0 && !isFar) grid.onRow()
  else if (event.key === 'Escape' && focus.isExtended) focus.selectOne()
  else if (place.row >= 0 || !pressHeadKey(event, grid)) {
    const sizes = { rows: loaded.hits, columns: columns.length, page: measures.page }
    const next = event.altKey ? undefined : moveFocus(event, place, sizes)
    if (!next) return
    focus.moveTo(next, event.shiftKey && place.row >= 0 && next.row >= 0)
  }
  event.preventDefault()
}

/** Keys that only the names of columns know: they sort, resize and move. */
function pressHeadKey(event: KeyboardEvent, { loaded, columns, view, onView, measures, ...grid }: GridParts): boolean {
  const { column } = grid.focus.place
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  const name = columns[column]!
  if (event.key === 'Enter') onView({ ...view, sort: nextSort(view.sort, name, event.shiftKey) })
  else if (event.altKey && event.key === 'ArrowDown') grid.openHere()
  else if (step !== undefined && event.altKey) {
    const width = fitWidth(measures.layout.widths[column]! + step * RESIZE_STEP)
    onView({ ...view, widths: { ...view.widths, [name]: width } })
  } else if (step !== undefined && event.shiftKey) {
    const moved = movedColumn(loaded.columns, view, name, column + step)
    if (moved !== view) grid.focus.moveTo({ row: -1, column: column + step }, false)
    onView(moved)
  } else return false
  return true
}
