import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { ChangedRowItem, GroupRow } from './change-row.tsx'
import type { CompareClient } from './compare-client.ts'
import type { ChangeView } from './compare-search.ts'
import type { Entry, Grouping, ViewedItems } from './comparison.ts'
import { words } from './words.ts'
import styles from './changes.module.css'

type Props = {
  readonly client: CompareClient
  readonly viewed: ViewedItems
  readonly view: ChangeView
  readonly grouping: Grouping
  readonly columnCount: number
  /** The row that has the attention. */
  readonly row: string | undefined
  readonly onRow: (key: string) => void
  readonly onWalk: (step: number) => void
  /** Somebody wants to see the row whole. */
  readonly onOpen: () => void
  readonly onFold: (group: string) => void
  readonly onReview: ((entry: Entry, isReviewed: boolean) => void) | undefined
}

const GROUP_HEIGHT = 29
const LINE_HEIGHT = 20
const FULL_LINES = 12
/** Each is drawn anew in every jump. */
const FURTHER = 3

/** Rows by the ten thousand: those that are seen are in the page, the others in a worker. */
export function ChangesList(props: Props) {
  const { client, viewed, view, grouping, columnCount, row, onRow, onWalk, onOpen, onFold, onReview } = props
  const { lines, keys } = viewed
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => heightOf(lines[index] ?? 1, view),
    overscan: FURTHER,
  })
  // Another view has other heights.
  useEffect(() => virtual.measure(), [virtual, view, lines])
  const current = row === undefined ? -1 : keys.indexOf(row)
  const place = current < 0 ? -1 : placeOf(lines, current)
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' })
  }, [virtual, place])

  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) onWalk(step)
    else if ((event.key === 'Enter' || event.key === ' ') && current >= 0) onOpen()
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Arrows walk through the changes.
    <div
      ref={frame}
      role="table"
      aria-label={words.changes}
      aria-rowcount={lines.length}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- With the focus, arrows walk through the changes.
      tabIndex={0}
      className={styles.frame}
      onKeyDown={handleKey}
    >
      <div role="rowgroup" className={styles.sheet} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const item = client.itemAt(index)
          const isCurrent = item?.kind === 'entry' && item.entry.key === row
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The table has the keys.
            <div
              key={index}
              ref={virtual.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 1}
              {...(isCurrent && { 'aria-current': true })}
              className={`${styles.item} ${item?.kind === 'entry' ? styles.row : ''}`}
              style={{ transform: `translateY(${start}px)`, minHeight: item ? undefined : GROUP_HEIGHT }}
              onClick={() => item?.kind === 'entry' && onRow(item.entry.key)}
              onDoubleClick={() => item?.kind === 'entry' && onOpen()}
            >
              {item?.kind === 'group' && (
                <GroupRow
                  group={item.group}
                  isFolded={item.isFolded}
                  grouping={grouping}
                  onFold={() => onFold(item.group.name)}
                />
              )}
              {item?.kind === 'entry' && (
                <ChangedRowItem entry={item.entry} {...{ view, columnCount, isCurrent, onReview }} />
              )}
              {!item && <div role="cell" />}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function heightOf(lines: number, view: ChangeView): number {
  if (lines === 0) return GROUP_HEIGHT
  return 9 + LINE_HEIGHT * (view === 'full' ? FULL_LINES : Math.max(2, lines))
}

/** Of the n-th row among groups and rows. */
function placeOf(lines: readonly number[], number: number): number {
  let left = number
  for (const [index, count] of lines.entries()) {
    if (count === 0) continue
    if (left === 0) return index
    left -= 1
  }
  return -1
}
