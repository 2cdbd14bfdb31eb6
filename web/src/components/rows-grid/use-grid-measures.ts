import { type RefObject, useMemo } from 'react'
import { columnWidth } from './column-width.ts'
import { columnsWithin, type GridLayout, layoutOf, rowHeightOf } from './grid-layout.ts'
import type { Loaded } from './rows-client.ts'
import { type HeadDrag, useHeadDrag } from './use-head-drag.ts'
import { useScroll } from './use-scroll.ts'
import { movedColumn, type ViewState } from './view-state.ts'

const HEAD_HEIGHT = 28
const STRIP_HEIGHT = 28
/** Beyond what is seen, for the frames in which the next ones are drawn: each costs time in every jump. */
const FURTHER_ROWS = 4

type Given = {
  readonly loaded: Loaded
  readonly columns: readonly string[]
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  readonly isFiltering: boolean
}

/** Where columns and rows are, and which of them are seen: the last ones are the first that are not. */
export type GridMeasures = {
  readonly layout: GridLayout
  readonly drag: HeadDrag
  readonly rowHeight: number
  readonly headHeight: number
  readonly firstRow: number
  readonly lastRow: number
  readonly rowsInView: number
  readonly firstColumn: number
  readonly lastColumn: number
  /** How many rows a page down skips. */
  readonly page: number
}

export function useGridMeasures(frame: RefObject<HTMLElement | null>, given: Given): GridMeasures {
  const { loaded, columns, view, onView, isFiltering } = given
  const scroll = useScroll(frame)
  const widths = useColumnWidths(given)
  const pinned = columns.filter((name) => view.pinned.includes(name)).length
  const still = useMemo(() => layoutOf(columns, widths, pinned, scroll.width), [columns, widths, pinned, scroll.width])
  const drag = useHeadDrag({
    layout: still,
    scrollLeft: scroll.left,
    onResize: (column, width) => onView({ ...view, widths: { ...view.widths, [column]: width } }),
    onMove: (column, to) => onView(movedColumn(loaded.columns, view, column, to)),
  })
  const { live } = drag
  const layout = useMemo(
    () =>
      live ? layoutOf(columns, widths.with(columns.indexOf(live.column), live.width), pinned, scroll.width) : still,
    [live, columns, widths, pinned, scroll.width, still],
  )

  const rowHeight = rowHeightOf(view.rowHeight, loaded.hits)
  const headHeight = HEAD_HEIGHT + (isFiltering ? STRIP_HEIGHT : 0)
  const firstRow = Math.max(0, Math.floor(scroll.top / rowHeight) - FURTHER_ROWS)
  const rowsInView = Math.ceil(scroll.height / rowHeight) + 2 * FURTHER_ROWS
  const [firstColumn, lastColumn] = columnsWithin(layout, scroll.left + layout.pinnedWidth, scroll.left + scroll.width)
  return {
    layout,
    drag,
    rowHeight,
    headHeight,
    firstRow,
    lastRow: Math.min(loaded.hits, firstRow + rowsInView),
    rowsInView,
    firstColumn,
    lastColumn,
    page: Math.max(1, Math.floor((scroll.height - headHeight) / rowHeight) - 1),
  }
}

/** As wide as somebody made them, or as their longest value takes. */
function useColumnWidths({ loaded: { facts }, columns, view }: Given): readonly number[] {
  return useMemo(
    () => columns.map((name) => view.widths[name] ?? columnWidth(name, facts[name]?.longest ?? 0)),
    [columns, view.widths, facts],
  )
}
