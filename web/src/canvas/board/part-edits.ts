import type { MenuEntry } from '../../components/menu.tsx'
import { duplicateParts, makePrimary, removeParts } from '../board/edits.ts'
import { focusInspector } from '../board/focus.ts'
import { words } from '../board/words.ts'
import type { CanvasStore, Selection } from '../canvas-store.ts'
import { copyNodes } from '../board/use-clipboard.ts'
import { askFor } from '../connect/requests.ts'
import type { OutlineItem } from './outline-items.ts'

const selectionOf = ({ kind, id }: OutlineItem): Selection => ({
  nodes: kind === 'node' ? [id] : [],
  edges: kind === 'edge' ? [id] : [],
  ...(kind === 'step' && { step: id }),
})

/** Whether an item is among what is selected. */
export function isSelected({ nodes, edges, step }: Selection, { kind, id }: OutlineItem): boolean {
  return kind === 'node' ? nodes.includes(id) : kind === 'edge' ? edges.includes(id) : step === id
}

export function selectItem(store: CanvasStore, item: OutlineItem): true {
  store.getState().select(selectionOf(item))
  return true
}

export function inspect(store: CanvasStore, item: OutlineItem): true {
  focusInspector()
  return selectItem(store, item)
}

/** What the keys of the canvas do here. */
export function outlineActions(store: CanvasStore, item: OutlineItem): Readonly<Record<string, () => void>> {
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

/** The same for the pointer. */
export function outlineEntries(store: CanvasStore, item: OutlineItem, isReadOnly: boolean): readonly MenuEntry[] {
  const open: MenuEntry = { text: words.open, note: 'Enter', onSelect: () => void inspect(store, item) }
  const copy: readonly MenuEntry[] =
    item.kind === 'node' ? [{ text: words.copy, onSelect: () => void copyNodes(store, [item.id]) }] : []
  const edits = isReadOnly ? {} : outlineActions(store, item)
  const offered = (['connect', 'primary', 'duplicate', 'delete'] as const).flatMap((command): readonly MenuEntry[] => {
    const edit = edits[command]
    const { text, note } = words.commands[command]
    return edit ? [{ text, note, onSelect: edit, ...(command === 'delete' && { isDangerous: true }) }] : []
  })
  return [open, ...copy, ...offered]
}
