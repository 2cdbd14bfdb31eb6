import type { MouseEvent, PointerEvent, ReactNode } from 'react'
import type { GridLayout } from './grid-layout.ts'
import styles from './rows-grid.module.css'
import { isSorted, type ViewState } from './view-state.ts'

type Props = {
  readonly layout: GridLayout
  readonly first: number
  readonly last: number
  readonly view: ViewState
  readonly focus: number
  readonly focusId: string
  /** Before which column a dragged one would land. */
  readonly drop: number | undefined
  readonly onClick: (event: MouseEvent) => void
  readonly onDoubleClick: (event: MouseEvent) => void
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerUp: (event: PointerEvent) => void
}

/** The names of the columns: a click sorts, a drag moves, the edge resizes. The keys are those of the grid. */
export function GridHead({ layout, first, last, view, focus, focusId, drop, ...handlers }: Props) {
  const cellAt = (index: number): ReactNode => {
    const name = layout.columns[index]!
    const sorted = isSorted(view.sort, name)
    const place = view.sort.findIndex(({ column }) => column === name)
    return (
      <div
        key={name}
        id={focus === index ? focusId : undefined}
        role="columnheader"
        aria-colindex={index + 1}
        aria-sort={sorted}
        aria-label={name}
        data-focus={focus === index ? true : undefined}
        data-drop={drop === index ? true : undefined}
        className={styles.headCell}
        style={{ width: layout.widths[index], insetInlineStart: layout.starts[index] }}
      >
        <span className={styles.name} title={name}>
          {name}
        </span>
        {sorted !== 'none' && (
          <span className={styles.sorted} aria-hidden>
            {sorted === 'ascending' ? '▲' : '▼'}
            {view.sort.length > 1 && place + 1}
          </span>
        )}
        <span data-part="menu" className={styles.more} aria-hidden>
          ▾
        </span>
        <span data-part="resize" className={styles.resize} aria-hidden />
      </div>
    )
  }
  return (
    // Its keys are handled with those of the whole grid.
    <div role="row" aria-rowindex={1} className={styles.head} {...handlers}>
      {layout.pinned > 0 && (
        <div className={styles.pinned} style={{ width: layout.pinnedWidth }}>
          {Array.from({ length: layout.pinned }, (_, index) => cellAt(index))}
        </div>
      )}
      {Array.from({ length: last - first }, (_, index) => cellAt(first + index))}
    </div>
  )
}
