import { isWireObject } from '@heddle/domain/canvas/wire.ts'
import type { CanvasChange } from '@heddle/domain/canvas-editing/changes.ts'
import { primaryNode } from '@heddle/domain/canvas-editing/primary-node.ts'
import type { WireCanvas, WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { around, type Box, type Point, type Size } from './boxes.ts'
import { FOOT, nodeSize } from './node-size.ts'
import { tidy } from './tidy.ts'

/** Where a node says it stands. */
export function ownPlace({ position }: WirePart): Point | undefined {
  if (!isWireObject(position)) return undefined
  const { x, y } = position
  return Number.isFinite(x) && Number.isFinite(y) ? { x: x as number, y: y as number } : undefined
}

const known = new WeakMap<WireCanvas, ReadonlyMap<string, Box>>()

/**
 * Where every node is drawn, before a run. Nodes that do not say where they stand are laid out below the others; that
 * is no edit until somebody moves something, see `settled`.
 */
export function boxesOf(canvas: WireCanvas): ReadonlyMap<string, Box> {
  const boxes = known.get(canvas) ?? findBoxes(canvas)
  known.set(canvas, boxes)
  return boxes
}

function findBoxes(canvas: WireCanvas): ReadonlyMap<string, Box> {
  const primary = primaryNode(canvas)
  const sizes = new Map(canvas.nodes.map((node) => [node.id, nodeSize(node, node.id === primary, false)]))
  const placed = canvas.nodes.flatMap((node) => {
    const place = ownPlace(node)
    return place ? [[node.id, { ...place, ...sizes.get(node.id)! }] as const] : []
  })
  const boxes = new Map<string, Box>(placed)
  const homeless = canvas.nodes.filter(({ id }) => !boxes.has(id))
  if (homeless.length === 0) return boxes
  const places = tidy({ nodes: homeless.map(({ id }) => ({ id, ...roomFor(sizes.get(id)!) })), edges: canvas.edges })
  const taken = around([...boxes.values()])
  const below = boxes.size === 0 ? { x: 0, y: 0 } : { x: taken.x, y: taken.y + taken.height + 72 }
  for (const [id, { x, y }] of places) boxes.set(id, { x: x + below.x, y: y + below.y, ...sizes.get(id)! })
  return boxes
}

/** What a run writes at the foot of a node has its room already. */
const roomFor = ({ width, height }: Size): Size => ({ width, height: height + FOOT })

export const placeChange = (id: string, { x, y }: Point): CanvasChange => ({
  type: 'set',
  kind: 'nodes',
  id,
  values: { position: { x: Math.round(x), y: Math.round(y) } },
})

/** Writes down where nodes stand that did not say so: they must not jump when others are moved. */
export function settledPlaces(canvas: WireCanvas): readonly CanvasChange[] {
  const boxes = boxesOf(canvas)
  return canvas.nodes.filter((node) => !ownPlace(node)).map(({ id }) => placeChange(id, boxes.get(id)!))
}

/** Tidies the whole canvas; the result stands where the canvas stood. */
export function tidied(canvas: WireCanvas): readonly CanvasChange[] {
  const boxes = boxesOf(canvas)
  const places = tidy({
    nodes: canvas.nodes.map(({ id }) => ({ id, ...roomFor(boxes.get(id)!) })),
    edges: canvas.edges,
  })
  const before = around([...boxes.values()])
  return canvas.nodes.flatMap((node) => {
    const { x, y } = places.get(node.id)!
    const own = ownPlace(node)
    const next = { x: x + before.x, y: y + before.y }
    return own && own.x === Math.round(next.x) && own.y === Math.round(next.y) ? [] : [placeChange(node.id, next)]
  })
}
