import { memo, type ReactNode } from 'react'
import { ABSENT, type Cell, cellText } from './cell.ts'
import type { GridLayout } from './grid-layout.ts'
import { readableDn } from './readable-dn.ts'
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
}: Props) {
  const cellAt = (index: number): ReactNode => (
    <div
      key={index}
      id={focus === index ? focusId : undefined}
      role="gridcell"
      aria-colindex={index + 1}
      aria-selected={index >= left && index <= right ? true : undefined}
      data-focus={focus === index ? true : undefined}
      className={styles.cell}
      style={{ width: layout.widths[index], insetInlineStart: layout.starts[index] }}
    >
      {cells && <CellText cell={cells[index] ?? null} isSplit={split.includes(layout.columns[index]!)} />}
    </div>
  )
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={styles.row}
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

/** What is not there, what is null and what is empty look different. */
function CellText({ cell, isSplit }: { readonly cell: Cell; readonly isSplit: boolean }) {
  if (cell === ABSENT) return <span className={styles.none}>·</span>
  if (cell === null) return <span className={styles.none}>null</span>
  if (cell === '') return <span className={styles.none}>""</span>
  const text = cellText(cell)
  const parts = isSplit ? readableDn(text) : undefined
  if (!parts) return text
  return parts.map(({ prefix, name }, index) => (
    <span key={index}>
      {index > 0 && <span className={styles.prefix}> › </span>}
      {prefix !== '' && <span className={styles.prefix}>{prefix}</span>}
      {name}
    </span>
  ))
}
