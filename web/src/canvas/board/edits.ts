import type { CanvasChange } from '@heddle/domain/canvas-editing/changes.ts'
import { copiedParts, pasteParts, type Pasting } from '@heddle/domain/canvas-editing/paste.ts'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { CanvasStore, Selection } from '../canvas-store.ts'
import type { Point } from '../layout/boxes.ts'
import { boxesOf, ownPlace, placeChange, settledPlaces, tidied } from '../layout/places.ts'

/** Parts of the drawing that an edit is about. */
export type PickedParts = Pick<Selection, 'nodes' | 'edges'>

const present = (store: CanvasStore): WireCanvas => store.getState().history.present

/** Puts nodes where they were dragged to. */
export function placeNodes(store: CanvasStore, places: ReadonlyMap<string, Point>): void {
  const canvas = present(store)
  const boxes = boxesOf(canvas)
  const moved = [...places].filter(([id, { x, y }]) => {
    const box = boxes.get(id)
    return box !== undefined && (Math.round(x) !== box.x || Math.round(y) !== box.y)
  })
  if (moved.length > 0)
    store.getState().change([...settledPlaces(canvas), ...moved.map(([id, place]) => placeChange(id, place))])
}

/** Moves nodes by the keyboard; pressing on belongs to the same step of Undo. */
export function moveNodes(store: CanvasStore, ids: readonly string[], by: Point): void {
  const canvas = present(store)
  const boxes = boxesOf(canvas)
  const moves = ids.flatMap((id): readonly CanvasChange[] => {
    const box = boxes.get(id)
    return box ? [placeChange(id, { x: box.x + by.x, y: box.y + by.y })] : []
  })
  if (moves.length > 0) store.getState().change([...settledPlaces(canvas), ...moves], `move ${ids.join(' ')}`)
}

export const removeParts = (store: CanvasStore, { nodes, edges }: PickedParts): void =>
  store.getState().change([
    { type: 'remove', kind: 'edges', ids: edges },
    { type: 'remove', kind: 'nodes', ids: nodes },
  ])

/** Rows are those of this node from now on. */
export function makePrimary(store: CanvasStore, id: string): void {
  const { nodes } = present(store)
  const others = nodes.filter((node) => node.id !== id && 'primary' in node)
  store.getState().change([
    ...others.map((node): CanvasChange => ({
      type: 'set',
      kind: 'nodes',
      id: node.id,
      values: { primary: undefined },
    })),
    { type: 'set', kind: 'nodes', id, values: { primary: true } },
  ])
}

export const tidyCanvas = (store: CanvasStore): void => store.getState().change(tidied(present(store)))

export function selectAll(store: CanvasStore): void {
  const { nodes, edges } = present(store)
  store.getState().select({ nodes: nodes.map(({ id }) => id), edges: edges.map(({ id }) => id) })
}

const ASIDE = { x: 24, y: 24 }

/** Puts parts onto the canvas, beside what is there, and selects them. */
export function pasteCanvas(store: CanvasStore, pasted: WireCanvas): Pasting {
  const canvas = present(store)
  const pasting = pasteParts(canvas, pasted, freeOffset(canvas, pasted))
  store.getState().change([...settledPlaces(canvas), ...pasting.changes])
  store.getState().select({ nodes: pasting.nodes, edges: pasting.edges })
  return pasting
}

export function duplicateParts(store: CanvasStore, nodes: readonly string[]): void {
  const canvas = present(store)
  const boxes = boxesOf(canvas)
  const copied = copiedParts(canvas, nodes)
  const placed = copied.nodes.map((node) => {
    const { x, y } = boxes.get(node.id)!
    return { ...node, position: { x, y } }
  })
  if (placed.length > 0) pasteCanvas(store, { ...copied, nodes: placed, post_processors: [] })
}

/** So far aside that no node comes to lie exactly on another. */
function freeOffset(canvas: WireCanvas, pasted: WireCanvas): Point {
  const taken = new Set([...boxesOf(canvas).values()].map(({ x, y }) => `${x} ${y}`))
  const places = pasted.nodes.flatMap((node) => ownPlace(node) ?? [])
  for (let times = 0; ; times += 1) {
    const offset = { x: ASIDE.x * times, y: ASIDE.y * times }
    if (!places.some(({ x, y }) => taken.has(`${x + offset.x} ${y + offset.y}`))) return offset
  }
}
