import { useEffect, useId, useRef } from 'react'
import { useProfile } from '../../lib/session/context.tsx'
import { useHandler } from '../../lib/use-handler.ts'
import { screenPlaceOf } from '../menu-at.tsx'
import { cellText } from './cell.ts'
import type { CellMarks } from './cell-marks.ts'
import { FilterStrip } from './filter-strip.tsx'
import { GridHead } from './grid-head.tsx'
import { pressGridKey } from './grid-keys.ts'
import { clickHead, dragOverCell, fitColumn, openCellMenu, openRow, pressCell } from './grid-mouse.ts'
import { type GridParts, openHead } from './grid-parts.ts'
import { GridRow } from './grid-row.tsx'
import { words } from './grid-words.ts'
import type { Opening } from './opening.ts'
import type { Range } from './range.ts'
import type { Loaded, RowsClient } from './rows-client.ts'
import styles from './rows-grid.module.css'
import { useGridFocus } from './use-grid-focus.ts'
import { type GridMeasures, useGridMeasures } from './use-grid-measures.ts'
import type { ViewState } from './view-state.ts'

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
  /** Somebody wants to see a row whole. */
  readonly onRow: () => void
  /** The row with the focus; -1 while the head has it. */
  readonly onFocusRow: (row: number) => void
  readonly marks: CellMarks | undefined
  /** Somebody wants to see what was found in a column. */
  readonly wanted: string | undefined
  readonly onShown: () => void
}

/** The rows that are seen, with a head that stays. One focus for all of it: its keys move a cell, not the page. */
export function GridFrame({ client, isStale, isFiltering, onFocusRow, marks, wanted, onShown, ...given }: Props) {
  const { loaded, columns, view, onView, onOpen } = given
  const focusId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const measures = useGridMeasures(frame, { loaded, columns, view, onView, isFiltering })
  const focus = useGridFocus(frame, measures, { rows: loaded.hits, columns: columns.length })
  const openHere = () => {
    const at = screenPlaceOf(document.getElementById(focusId) ?? frame.current!)
    if (focus.place.row < 0) openHead(grid, focus.place.column, at)
    else onOpen({ kind: 'cell', place: focus.place, range: focus.range, at })
  }
  const grid: GridParts = { ...given, measures, focus, openHere }

  useEffect(() => onFocusRow(focus.place.row), [onFocusRow, focus.place.row])

  useWanted(wanted, client, grid, () => {
    frame.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
    onShown()
  })

  // Another order or other rows begin at the top.
  const shown = JSON.stringify([view.sort, view.filters, view.find])
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 })
  }, [shown])

  const { layout, headHeight, rowHeight, firstColumn: first, lastColumn: last, drag } = measures
  return (
    <div
      ref={frame}
      className={`${styles.frame} ${isStale ? styles.stale : ''}`}
      // What gets the focus must not lie below the pinned columns.
      style={{ scrollPaddingInlineStart: layout.pinnedWidth }}
    >
      {isFiltering && (
        <FilterStrip
          {...{ layout, first, last, view }}
          onOpen={(column, target) => onOpen({ kind: 'filter', column, at: screenPlaceOf(target) })}
        />
      )}
      {/* The mouse is heard here for all cells; keys do everything that it does. */}
      <div
        role="grid"
        aria-label={words.title}
        aria-rowcount={loaded.hits + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-busy={isStale || !loaded.isDone}
        aria-activedescendant={isDrawn(focus.place.row, measures) && columns.length > 0 ? focusId : undefined}
        tabIndex={0}
        className={styles.sheet}
        style={{ height: headHeight + loaded.hits * rowHeight, width: layout.width }}
        onKeyDown={(event) => pressGridKey(event, grid)}
        onMouseDown={(event) => pressCell(event, grid)}
        onMouseMove={(event) => dragOverCell(event, grid)}
        onDoubleClick={(event) => openRow(event, grid)}
        onContextMenu={(event) => openCellMenu(event, grid)}
      >
        <GridHead
          {...{ layout, first, last, view, focusId }}
          focus={focus.place.row === -1 ? focus.place.column : -1}
          drop={drag.drop}
          onClick={(event) => clickHead(event, grid)}
          onDoubleClick={(event) => fitColumn(event, grid)}
          {...drag.handlers}
        />
        <GridBody client={client} grid={grid} focusId={focusId} marks={marks} />
      </div>
    </div>
  )
}

/** Goes to the first row with what is looked for in a column, as soon as the column is shown. */
function useWanted(
  wanted: string | undefined,
  client: RowsClient,
  { columns, view, focus }: GridParts,
  onDone: () => void,
) {
  const column = wanted === undefined ? -1 : columns.indexOf(wanted)
  const go = useHandler((row: number) => {
    focus.moveTo({ row: Math.max(0, row), column }, false)
    onDone()
  })
  useEffect(() => {
    if (wanted === undefined || column < 0) return
    // Without the rows, there is nowhere to go.
    client.ask({ kind: 'first', column: wanted, find: view.find }).then(go, () => undefined)
  }, [client, wanted, column, view.find, go])
}

const isDrawn = (row: number, { firstRow, lastRow }: GridMeasures): boolean =>
  row < 0 || (row >= firstRow && row < lastRow)

type BodyProps = {
  readonly client: RowsClient
  readonly grid: GridParts
  readonly focusId: string
  readonly marks: CellMarks | undefined
}

function GridBody({ client, grid, focusId, marks }: BodyProps) {
  const { preferences } = useProfile()
  const { place, range } = grid.focus
  const { layout, headHeight, rowHeight, firstRow, lastRow, rowsInView, firstColumn, lastColumn } = grid.measures
  const dnAt = marks ? client.view().columns.indexOf('dn') : -1
  return (
    <div className={styles.body} style={{ top: headHeight }}>
      {Array.from({ length: lastRow - firstRow }, (_, offset) => {
        const row = firstRow + offset
        const cells = client.rowAt(row)
        const isInRange = place.row >= 0 && row >= range.top && row <= range.bottom
        return (
          <GridRow
            // A row that scrolled out lends its elements to one that scrolled in.
            key={row % rowsInView}
            row={row}
            height={rowHeight}
            cells={cells}
            mark={cells && dnAt >= 0 ? marks?.get(cellText(cells[dnAt] ?? null)) : undefined}
            layout={layout}
            first={firstColumn}
            last={lastColumn}
            left={isInRange ? range.left : -1}
            right={isInRange ? range.right : -1}
            focus={place.row === row ? place.column : -1}
            focusId={focusId}
            split={grid.view.split}
            facts={grid.loaded.facts}
            find={grid.view.find}
            times={preferences}
          />
        )
      })}
    </div>
  )
}
