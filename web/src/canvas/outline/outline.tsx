import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Menu, type MenuEntry } from '../../components/menu.tsx'
import { commandFor } from '../board/board-keys.ts'
import { duplicateParts, makePrimary, removeParts } from '../board/edits.ts'
import { focusInspector } from '../board/focus.ts'
import { words } from '../board/words.ts'
import { useCanvas, useDrawing, useWorkspace } from '../canvas-context.tsx'
import type { CanvasStore, Selection } from '../canvas-store.ts'
import { copyNodes } from '../clipboard/use-clipboard.ts'
import { askFor } from '../connect/requests.ts'
import { type OutlineItem, outlineItems } from './outline-items.ts'
import styles from './outline.module.css'

const ROW = 26

/** The canvas and its steps as a tree, with every action. */
export function Outline() {
  const { store, run } = useWorkspace()
  const canvas = useDrawing()
  const selection = useCanvas((state) => state.selection)
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const items = useMemo(() => outlineItems(canvas, run), [canvas, run])
  const scroller = useRef<HTMLDivElement>(null)
  const [currentKey, setCurrentKey] = useState<string>()
  const current = Math.max(
    0,
    items.findIndex(({ key }) => key === currentKey),
  )
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
    setCurrentKey(item.key)
    rows.scrollToIndex(index)
    // A row out of sight is drawn in the next frame.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(item.key)}"]`)?.focus(),
    )
  }

  const handleKey = (event: KeyboardEvent, index: number) => {
    if (event.target !== event.currentTarget) return
    const item = items[index]!
    const next = nextIndex(event.key, items, index)
    if (next !== undefined) moveTo(next)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
      event.currentTarget.querySelector('button')?.click()
    else if (!act(event, item)) return
    event.preventDefault()
  }

  const act = (event: KeyboardEvent, item: OutlineItem): boolean => {
    const command = commandFor(event)
    if (command === 'inspect') return inspect(store, item)
    if (command === 'toggle') return select(store, item)
    const edit = isReadOnly || typeof command !== 'string' ? undefined : editsOf(store, item)[command]
    if (!edit) return false
    edit()
    if (command === 'delete') {
      const left = outlineItems(store.getState().history.present, run)
      moveTo(Math.min(items.indexOf(item), left.length - 1), left)
    }
    return true
  }

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
              <div
                key={item.key}
                role="treeitem"
                aria-label={item.name}
                aria-level={item.level}
                aria-posinset={item.place}
                aria-setsize={item.siblings}
                aria-selected={isSelected(selection, item)}
                tabIndex={index === current ? 0 : -1}
                data-key={item.key}
                className={`${styles.item} ${item.level === 2 ? styles.below : ''}`}
                style={{ transform: `translateY(${start}px)` }}
                onFocus={() => setCurrentKey(item.key)}
                // A menu is inside the item for React only.
                onClick={(event) => event.currentTarget.contains(event.target as Node) && select(store, item)}
                onKeyDown={(event) => handleKey(event, index)}
              >
                {item.kind === 'edge' && (
                  <span className={`${styles.line} ${styles[item.thread ?? 'auto']}`} aria-hidden />
                )}
                <span className={styles.text}>{item.text}</span>
                <span className={styles.note} data-note={item.note} aria-hidden />
                <ItemMenu item={item} entries={entriesOf(store, item, isReadOnly)} />
              </div>
            )
          })}
        </div>
      </div>
    </section>
  )
}

const ItemMenu = ({ item, entries }: { readonly item: OutlineItem; readonly entries: readonly MenuEntry[] }) => (
  <Menu
    label={words.actions(item.name)}
    entries={entries}
    target={
      <button
        type="button"
        tabIndex={-1}
        className={styles.more}
        aria-label={words.actions(item.name)}
        onClick={(event) => event.stopPropagation()}
      >
        ⋯
      </button>
    }
  />
)

function nextIndex(key: string, items: readonly OutlineItem[], index: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, items.length - 1)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return items.length - 1
    case 'ArrowRight':
      return items[index + 1]?.level === 2 && items[index]?.level === 1 ? index + 1 : index
    case 'ArrowLeft':
      return items[index]?.level === 2 ? items.findLastIndex(({ level }, at) => at < index && level === 1) : index
    default:
      return undefined
  }
}

const selectionOf = ({ kind, id }: OutlineItem): Selection => ({
  nodes: kind === 'node' ? [id] : [],
  edges: kind === 'edge' ? [id] : [],
  ...(kind === 'step' && { step: id }),
})

function isSelected({ nodes, edges, step }: Selection, { kind, id }: OutlineItem): boolean {
  return kind === 'node' ? nodes.includes(id) : kind === 'edge' ? edges.includes(id) : step === id
}

function select(store: CanvasStore, item: OutlineItem): true {
  store.getState().select(selectionOf(item))
  return true
}

function inspect(store: CanvasStore, item: OutlineItem): true {
  focusInspector()
  return select(store, item)
}

/** What the keys of the canvas do here. */
function editsOf(store: CanvasStore, item: OutlineItem): Readonly<Record<string, () => void>> {
  const { change, undo, redo } = store.getState()
  const always = { undo, redo, add: () => askFor(store, { type: 'add' }) }
  if (item.kind === 'edge') return { ...always, delete: () => removeParts(store, { nodes: [], edges: [item.id] }) }
  if (item.kind === 'step')
    return { ...always, delete: () => change([{ type: 'remove', kind: 'post_processors', ids: [item.id] }]) }
  return {
    ...always,
    delete: () => removeParts(store, { nodes: [item.id], edges: [] }),
    primary: () => makePrimary(store, item.id),
    connect: () => askFor(store, { type: 'connect', from: item.id }),
    duplicate: () => duplicateParts(store, [item.id]),
  }
}

function entriesOf(store: CanvasStore, item: OutlineItem, isReadOnly: boolean): readonly MenuEntry[] {
  const open: MenuEntry = { text: words.open, note: 'Enter', onSelect: () => void inspect(store, item) }
  const copy: readonly MenuEntry[] =
    item.kind === 'node' ? [{ text: words.copy, onSelect: () => void copyNodes(store, [item.id]) }] : []
  const edits = isReadOnly ? {} : editsOf(store, item)
  const offered = (['connect', 'primary', 'duplicate', 'delete'] as const).flatMap((command): readonly MenuEntry[] => {
    const edit = edits[command]
    const { text, note } = words.commands[command]
    return edit ? [{ text, note, onSelect: edit, ...(command === 'delete' && { isDangerous: true }) }] : []
  })
  return [open, ...copy, ...offered]
}
