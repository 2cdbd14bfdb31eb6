import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { commandFor } from '../board/board-keys.ts'
import { keepSame } from '../board/keep-same.ts'
import { words } from '../board/words.ts'
import { useCanvas, useDrawing, useWorkspace } from '../canvas-context.tsx'
import { useHandler } from '../../lib/use-handler.ts'
import { inspect, partActions, selectItem } from '../board/part-edits.ts'
import { nextIndex, type OutlineItem, outlineItems } from './outline-items.ts'
import { OutlineRow } from './outline-row.tsx'
import styles from './outline.module.css'

const ROW = 26

/** The canvas and its steps as a tree, with every action. */
export function Outline() {
  const items = useOutlineItems()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, current, setCurrent, moveTo } = useCurrentRow(items, scroller)
  const handleKey = useHandler(useOutlineKeys(items, moveTo))
  return (
    <section className={styles.outline} aria-label={words.outline}>
      <h2 className={styles.title}>{words.outline}</h2>
      {items.length === 0 && <p className={styles.none}>{words.outlineEmpty}</p>}
      <div ref={scroller} className={styles.scroller}>
        <div
          role="tree"
          aria-label={words.outline}
          aria-multiselectable
          className={styles.tree}
          style={{ height: rows.getTotalSize() }}
        >
          {rows.getVirtualItems().map(({ index, start }) => {
            const item = items[index]!
            return (
              <OutlineRow
                key={item.key}
                item={item}
                top={start}
                isCurrent={index === current}
                isReadOnly={isReadOnly}
                onFocus={setCurrent}
                onKey={handleKey}
              />
            )
          })}
        </div>
      </div>
    </section>
  )
}

/** Items that say the same stay the same objects, so that an edit draws few of them again. */
function useOutlineItems(): readonly OutlineItem[] {
  const canvas = useDrawing()
  const run = useCanvas((state) => state.run)
  const [keep] = useState(() => keepSame<OutlineItem>(({ key }) => key))
  return useMemo(() => keep(outlineItems(canvas, run)), [canvas, run, keep])
}

/** One row is in the tab order; which one, and how another becomes it. */
function useCurrentRow(items: readonly OutlineItem[], scroller: RefObject<HTMLDivElement | null>) {
  const [currentKey, setCurrent] = useState<string>()
  const found = items.findIndex(({ key }) => key === currentKey)
  const current = Math.max(0, found)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    // The tab key leads to the current row, wherever the list is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([current, ...defaultRangeExtractor(range)])].filter((index) => index < items.length),
  })
  const moveTo = (index: number, among = items) => {
    const item = among[index]
    if (!item) return
    setCurrent(item.key)
    rows.scrollToIndex(index)
    // A row out of sight is drawn in the next frame.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(item.key)}"]`)?.focus(),
    )
  }
  return { rows, current, setCurrent, moveTo }
}

type MoveTo = ReturnType<typeof useCurrentRow>['moveTo']

function useOutlineKeys(items: readonly OutlineItem[], moveTo: MoveTo) {
  const { store } = useWorkspace()
  const act = (event: KeyboardEvent, item: OutlineItem): boolean => {
    const command = commandFor(event)
    if (command === 'inspect') return inspect(store, item)
    if (command === 'toggle') return selectItem(store, item)
    const { isReadOnly } = store.getState()
    const edit = isReadOnly || typeof command !== 'string' ? undefined : partActions(store, item)[command]
    if (!edit) return false
    edit()
    if (command === 'delete') {
      const { history, run } = store.getState()
      const left = outlineItems(history.present, run)
      moveTo(Math.min(items.indexOf(item), left.length - 1), left)
    }
    return true
  }
  return (event: KeyboardEvent, item: OutlineItem) => {
    if (event.target !== event.currentTarget) return
    const next = nextIndex(event.key, items, items.indexOf(item))
    if (next !== undefined) moveTo(next)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
      event.currentTarget.querySelector('button')?.click()
    else if (!act(event, item)) return
    event.preventDefault()
  }
}
