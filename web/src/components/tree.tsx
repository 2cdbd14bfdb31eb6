import { useVirtualizer } from '@tanstack/react-virtual'
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
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
  /** One click chooses, and the triangle alone opens a branch: rows are places to go to. */
  readonly choosesOnClick?: boolean
  /** As high as what is around it, which scrolls. */
  readonly isFilled?: boolean
  /** The row that what is shown beside the tree belongs to. */
  readonly current?: ((key: string) => boolean) | undefined
  /** Once there is a row with this key, it is gone to. Another object goes there again. */
  readonly goal?: { readonly key: string } | undefined
  /** Other keys on a row. */
  readonly onRowKey?: (key: string, event: KeyboardEvent) => void
  readonly onDragRow?: (key: string, event: DragEvent) => void
}

const ROW_HEIGHT = 24
const INDENT = 16

/** A tree of which only the rows in sight are drawn. Arrows walk, open and close; letters jump. */
export function Tree(props: Props) {
  const { label, rows, isFilled = false, onToggle, onChoose, onRowKey } = props
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

  useGoal(props.goal, rows, goTo)

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
      className={`${styles.tree} ${isFilled ? styles.filled : ''}`}
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
              isCurrent={props.current?.(row.key) ?? false}
              choosesOnClick={props.choosesOnClick ?? false}
              onActive={() => setActive(row.key)}
              onFocus={() => scroller.current?.focus({ preventScroll: true })}
              onToggle={onToggle}
              onChoose={onChoose}
              onDragRow={props.onDragRow}
            />
          )
        })}
      </div>
    </div>
  )
}

function useGoal(goal: Props['goal'], rows: readonly TreeRow[], goTo: (at: number) => void): void {
  const reached = useRef<Props['goal']>(undefined)
  useEffect(() => {
    if (goal === undefined || reached.current === goal) return
    const at = rows.findIndex(({ key }) => key === goal.key)
    if (at === -1) return
    reached.current = goal
    goTo(at)
  })
}

type ItemProps = Pick<Props, 'onToggle' | 'onChoose'> & {
  readonly id: string
  readonly row: TreeRow
  /** Where it is, in pixels from the first. */
  readonly start: number
  readonly isActive: boolean
  readonly isCurrent: boolean
  readonly choosesOnClick: boolean
  readonly onActive: () => void
  readonly onFocus: () => void
  readonly onDragRow: Props['onDragRow'] | undefined
}

function TreeItem({ id, row, start, isActive, isCurrent, choosesOnClick, ...on }: ItemProps) {
  const handleClick = (isOnTwist: boolean, clicks: number) => {
    on.onFocus()
    if (clicks > 1) return
    if (row.isOpen !== undefined && (isOnTwist || !choosesOnClick)) on.onToggle(row.key, !row.isOpen)
    else if (choosesOnClick) on.onChoose(row.key)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The tree has the focus, and its keys do the same.
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isActive}
      {...(isCurrent && { 'aria-current': 'page' })}
      {...(row.isOpen !== undefined && { 'aria-expanded': row.isOpen })}
      className={styles.row}
      style={{ transform: `translateY(${start}px)`, paddingInlineStart: (row.level - 1) * INDENT }}
      draggable={on.onDragRow !== undefined}
      onDragStart={(event) => on.onDragRow?.(row.key, event)}
      onMouseDown={(event) => {
        // The focus stays on the tree, and a double click selects no text.
        if (event.detail > 1) event.preventDefault()
        on.onActive()
      }}
      onClick={({ target, detail }) => handleClick((target as Element).closest(`.${styles.twist}`) !== null, detail)}
      onDoubleClick={() => !choosesOnClick && on.onChoose(row.key)}
    >
      <span className={styles.twist} aria-hidden>
        {row.isOpen === undefined ? '' : row.isOpen ? '▾' : '▸'}
      </span>
      {row.content}
    </div>
  )
}

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
