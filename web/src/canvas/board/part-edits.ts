import type { MenuEntry } from '../../components/menu.tsx'
import { duplicateParts, makePrimary, removeParts } from './edits.ts'
import { focusInspector } from './focus.ts'
import { words } from './words.ts'
import type { CanvasStore, Selection } from '../canvas-store.ts'
import { copyNodes } from './use-clipboard.ts'
import { askFor } from '../connect/requests.ts'

/** A part of the canvas, or a step of its query. */
export type EditedPart = { readonly kind: 'node' | 'edge' | 'step'; readonly id: string }

const selectionOf = ({ kind, id }: EditedPart): Selection => ({
  nodes: kind === 'node' ? [id] : [],
  edges: kind === 'edge' ? [id] : [],
  ...(kind === 'step' && { step: id }),
})

/** Whether an item is among what is selected. */
export function isSelected({ nodes, edges, step }: Selection, { kind, id }: EditedPart): boolean {
  return kind === 'node' ? nodes.includes(id) : kind === 'edge' ? edges.includes(id) : step === id
}

export function selectItem(store: CanvasStore, item: EditedPart): true {
  store.getState().select(selectionOf(item))
  return true
}

export function inspect(store: CanvasStore, item: EditedPart): true {
  focusInspector()
  return selectItem(store, item)
}

/** What the keys of the canvas do here. */
export function partActions(store: CanvasStore, item: EditedPart): Readonly<Record<string, () => void>> {
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
export function partEntries(store: CanvasStore, item: EditedPart, isReadOnly: boolean): readonly MenuEntry[] {
  const open: MenuEntry = { text: words.open, note: 'Enter', onSelect: () => void inspect(store, item) }
  const copy: readonly MenuEntry[] =
    item.kind === 'node' ? [{ text: words.copy, onSelect: () => void copyNodes(store, [item.id]) }] : []
  const edits = isReadOnly ? {} : partActions(store, item)
  const offered = (['connect', 'primary', 'duplicate', 'delete'] as const).flatMap((command): readonly MenuEntry[] => {
    const edit = edits[command]
    const { text, note } = words.commands[command]
    return edit ? [{ text, note, onSelect: edit, ...(command === 'delete' && { isDangerous: true }) }] : []
  })
  return [open, ...copy, ...offered]
}
