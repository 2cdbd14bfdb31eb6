import { useVirtualizer } from '@tanstack/react-virtual'
import { type DragEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './tree.module.css'

/** A row of a tree as it is shown: its branch is open all the way up. */
type TreeRow = {
  readonly key: string
  readonly level: number
  /** Undefined for a leaf. */
  readonly isOpen?: boolean | undefined
  readonly position: number
  readonly siblings: number
  readonly text: string
  readonly content: ReactNode
}

type Props = {
  readonly label: string
  readonly rows: readonly TreeRow[]
  readonly onToggle: (key: string, isOpen: boolean) => void
  /** Enter or a double click. */
  readonly onChoose: (key: string) => void
  /** Other keys on a row. */
  readonly onRowKey?: (key: string, event: KeyboardEvent) => void
  readonly onDragRow?: (key: string, event: DragEvent) => void
}

const ROW_HEIGHT = 24
const INDENT = 16

/** A tree of which only the rows in sight are drawn. Arrows walk, open and close; letters jump. */
export function Tree({ label, rows, onToggle, onChoose, onRowKey, onDragRow }: Props) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string>()
  const index = Math.max(
    0,
    rows.findIndex(({ key }) => key === active),
  )
  const shown = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    // The active row exists even out of sight: the tree refers to it.
    rangeExtractor: ({ startIndex, endIndex }) => {
      const range = Array.from({ length: endIndex - startIndex + 1 }, (_, offset) => startIndex + offset)
      return rows.length === 0 || range.includes(index) ? range : [...range, index].sort((one, other) => one - other)
    },
  })
  const goTo = (next: number) => {
    const row = rows[Math.min(Math.max(next, 0), rows.length - 1)]
    if (!row) return
    setActive(row.key)
    shown.scrollToIndex(rows.indexOf(row))
  }

  const handleKey = (event: KeyboardEvent) => {
    const row = rows[index]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const action = keyAction(event.key, rows, index)
    if (action === undefined) {
      onRowKey?.(row.key, event)
      return
    }
    event.preventDefault()
    event.stopPropagation()
    if (action === 'choose') onChoose(row.key)
    else if (action === 'open' || action === 'close') onToggle(row.key, action === 'open')
    else goTo(action)
  }

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      className={styles.tree}
      {...(rows.length > 0 && { 'aria-activedescendant': `${id}-${index}` })}
      onKeyDown={handleKey}
    >
      <div role="none" className={styles.rows} style={{ height: shown.getTotalSize() }}>
        {shown.getVirtualItems().map(({ index: at, start }) => {
          const row = rows[at]!
          return (
            <TreeItem
              key={row.key}
              id={`${id}-${at}`}
              row={row}
              start={start}
              isActive={at === index}
              onActive={() => setActive(row.key)}
              onFocus={() => scroller.current?.focus({ preventScroll: true })}
              onToggle={onToggle}
              onChoose={onChoose}
              onDragRow={onDragRow}
            />
          )
        })}
      </div>
    </div>
  )
}

type ItemProps = Pick<Props, 'onToggle' | 'onChoose'> & {
  readonly id: string
  readonly row: TreeRow
  /** Where it is, in pixels from the first. */
  readonly start: number
  readonly isActive: boolean
  readonly onActive: () => void
  readonly onFocus: () => void
  readonly onDragRow: Props['onDragRow'] | undefined
}

const TreeItem = ({ id, row, start, isActive, onActive, onFocus, onToggle, onChoose, onDragRow }: ItemProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The tree has the focus, and its keys do the same.
  <div
    id={id}
    role="treeitem"
    tabIndex={-1}
    aria-level={row.level}
    aria-posinset={row.position}
    aria-setsize={row.siblings}
    aria-selected={isActive}
    {...(row.isOpen !== undefined && { 'aria-expanded': row.isOpen })}
    className={styles.row}
    style={{ transform: `translateY(${start}px)`, paddingInlineStart: (row.level - 1) * INDENT }}
    draggable={onDragRow !== undefined}
    onDragStart={(event) => onDragRow?.(row.key, event)}
    onMouseDown={(event) => {
      // The focus stays on the tree, and a double click selects no text.
      if (event.detail > 1) event.preventDefault()
      onActive()
    }}
    onClick={(event) => {
      onFocus()
      if (event.detail <= 1 && row.isOpen !== undefined) onToggle(row.key, !row.isOpen)
    }}
    onDoubleClick={() => onChoose(row.key)}
  >
    <span className={styles.twist} aria-hidden>
      {row.isOpen === undefined ? '' : row.isOpen ? '▾' : '▸'}
    </span>
    {row.content}
  </div>
)

type Action = number | 'open' | 'close' | 'choose' | undefined

function keyAction(key: string, rows: readonly TreeRow[], index: number): Action {
  const row = rows[index]
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return index + 1
    case 'ArrowUp':
    case 'k':
      return index - 1
    case 'Home':
      return 0
    case 'End':
      return rows.length - 1
    case 'Enter':
      return 'choose'
    case 'ArrowRight':
      return row?.isOpen === undefined ? undefined : row.isOpen ? index + 1 : 'open'
    case 'ArrowLeft':
      return row?.isOpen ? 'close' : parentIndex(rows, index)
    default:
      return undefined
  }
}

function parentIndex(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1
  return rows.findLastIndex((row, at) => at < index && row.level < level)
}
