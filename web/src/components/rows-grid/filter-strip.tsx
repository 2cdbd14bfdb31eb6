import type { ReactNode } from 'react'
import { filterText } from './column-filter.ts'
import type { GridLayout } from './grid-layout.ts'
import { words } from './grid-words.ts'
import styles from './rows-grid.module.css'
import type { ViewState } from './view-state.ts'

type Props = {
  readonly layout: GridLayout
  readonly first: number
  readonly last: number
  readonly view: ViewState
  readonly onOpen: (column: string, target: Element) => void
}

/** Below each name, what it is filtered by. */
export function FilterStrip({ layout, first, last, view, onOpen }: Props) {
  const cellAt = (index: number): ReactNode => {
    const name = layout.columns[index]!
    const filter = view.filters.find(({ column }) => column === name)
    return (
      <button
        key={name}
        type="button"
        aria-haspopup="dialog"
        className={`${styles.filter} ${filter ? styles.filtered : ''}`}
        style={{ width: layout.widths[index], insetInlineStart: layout.starts[index] }}
        onClick={(event) => onOpen(name, event.currentTarget)}
      >
        {filter ? filterText(filter) : words.filter}
        <span className="sr-only">{filter ? words.setFilterOf(name) : ` ${name}`}</span>
      </button>
    )
  }
  return (
    <div role="group" aria-label={words.filters} className={styles.strip} style={{ width: layout.width }}>
      {layout.pinned > 0 && (
        <div className={styles.pinned} style={{ width: layout.pinnedWidth }}>
          {Array.from({ length: layout.pinned }, (_, index) => cellAt(index))}
        </div>
      )}
      {Array.from({ length: last - first }, (_, index) => cellAt(first + index))}
    </div>
  )
}
