import { memo, type ReactNode } from 'react'
import type { TimeFormat } from '../../lib/time/format-time.ts'
import { ABSENT, type Cell } from './cell.ts'
import type { RowMarks } from './cell-marks.ts'
import { CellText, shownText } from './cell-text.tsx'
import type { Facts } from './column-facts.ts'
import { lettersIn } from './column-width.ts'
import { words } from './grid-words.ts'
import type { GridLayout } from './grid-layout.ts'
import styles from './rows-grid.module.css'

type Props = {
  readonly row: number
  readonly height: number
  readonly cells: readonly Cell[] | undefined
  readonly layout: GridLayout
  /** The columns in view that scroll. */
  readonly first: number
  readonly last: number
  /** Selected columns, both included; -1 for none. */
  readonly left: number
  readonly right: number
  /** The column with the focus; -1 for none. */
  readonly focus: number
  readonly focusId: string
  readonly split: readonly string[]
  readonly facts: Facts
  readonly find: string
  readonly times: TimeFormat
  /** What changed of it. */
  readonly mark: RowMarks | undefined
}

/** A row of the grid. It knows nothing about the others, so scrolling draws only what is new. */
export const GridRow = memo(function GridRow({
  row,
  height,
  cells,
  layout,
  first,
  last,
  left,
  right,
  focus,
  focusId,
  split,
  facts,
  find,
  times,
  mark,
}: Props) {
  const cellAt = (index: number): ReactNode => {
    const name = layout.columns[index]!
    const kind = facts[name]?.kind ?? 'text'
    const room = lettersIn(layout.widths[index]!)
    const cell = cells?.[index] ?? null
    const text = cells ? shownText(cell, kind, times) : ''
    const isSplit = split.includes(name)
    const before = mark?.before[name]
    const was = before === undefined ? undefined : words.was(before)
    return (
      <div
        key={index}
        id={focus === index ? focusId : undefined}
        role="gridcell"
        aria-colindex={index + 1}
        aria-selected={index >= left && index <= right ? true : undefined}
        data-focus={focus === index ? true : undefined}
        className={[styles.cell, kind === 'number' && styles.number, !isSplit && fitsIn(text, room) && styles.fitting]
          .filter(Boolean)
          .join(' ')}
        data-changed={was === undefined ? undefined : true}
        {...(was !== undefined && { 'aria-description': was })}
        title={was ?? titleOf(cell, text, room)}
        style={{ width: layout.widths[index], insetInlineStart: layout.starts[index] }}
      >
        {cells && <CellText {...{ cell, text, kind, room, isSplit, find }} />}
      </div>
    )
  }
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={styles.row}
      data-added={mark?.isAdded || undefined}
      style={{ height, lineHeight: `${height - 1}px`, transform: `translateY(${row * height}px)` }}
    >
      {layout.pinned > 0 && (
        <div className={styles.pinned} style={{ width: layout.pinnedWidth }}>
          {Array.from({ length: layout.pinned }, (_, index) => cellAt(index))}
        </div>
      )}
      {Array.from({ length: last - first }, (_, index) => cellAt(first + index))}
    </div>
  )
})

/** Letters of one width only: others may be wider than they count. */
const PLAIN = /^[\x20-\x7e]*$/

/** A cell that need not be cut: to paint hundreds of edges takes longer than their text. */
const fitsIn = (text: string, room: number): boolean => text.length <= room && PLAIN.test(text)

/** The whole value, where the cell shows less, or shows it in another way. */
function titleOf(cell: Cell, shown: string, room: number): string | undefined {
  if (cell === ABSENT || cell === null) return undefined
  const text = typeof cell === 'object' ? shown : String(cell)
  return shown.length > room || (text !== shown && text.includes('T')) ? text : undefined
}
