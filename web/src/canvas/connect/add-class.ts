import type { CanvasChange } from '@heddle/domain/canvas-editing/changes.ts'
import { nodeTitle, readableId, takenNames } from '@heddle/domain/canvas-editing/part-names.ts'
import { idsOf, newId, ownText, type WireCanvas, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { CanvasStore } from '../canvas-store.ts'
import { around, freeSpot, type Point } from '../layout/boxes.ts'
import { nodeSize } from '../layout/node-size.ts'
import { boxesOf, placeChange, settledPlaces } from '../layout/places.ts'
import { threadOf, type JoinWay, type WayTo } from './ways.ts'

type Given = {
  /** Its upper left corner; without it, a free place right of the selection. */
  readonly at?: Point | undefined
  /** Only objects of this DN and below. */
  readonly scopeDn?: string | undefined
  readonly filters?: readonly object[] | undefined
}

/** Puts a class on the canvas and selects it. */
export function addClass(store: CanvasStore, className: string, { at, scopeDn, filters = [] }: Given = {}): string {
  const { history, selection, change, select } = store.getState()
  const node = {
    ...newNode(history.present, className, scopeDn),
    ...(filters.length > 0 && { filters }),
  }
  change([
    ...settledPlaces(history.present),
    added(node),
    placeChange(node.id, at ?? placeBeside(history.present, node, selection.nodes)),
  ])
  select({ nodes: [node.id], edges: [] })
  return node.id
}

/** Puts a class on the canvas with the thread that joins it to a node, and selects it. */
export function addWay(store: CanvasStore, fromNodeId: string, { className, way }: WayTo, at?: Point): string {
  return addChain(store, fromNodeId, [{ className, way }], at)
}

/** The next thread of a chain: to a new node of the class, or to a node on the canvas. */
export type Link = WayTo & { readonly node?: string }

/** Several classes, each joined to the one before it; what is new at the end is selected. */
export function addChain(store: CanvasStore, fromNodeId: string, links: readonly Link[], at?: Point): string {
  const { history, change, select } = store.getState()
  const changes: CanvasChange[] = [...settledPlaces(history.present)]
  let canvas = history.present
  let from = fromNodeId
  for (const { className, way, node: known } of links) {
    const to = known ?? readableId(className, takenNames(canvas))
    if (known === undefined) {
      const bare = { id: to, class_name: className }
      const place = (links.length === 1 ? at : undefined) ?? placeBeside(canvas, bare, [from])
      const node = { ...bare, position: { x: Math.round(place.x), y: Math.round(place.y) } }
      changes.push(added(node))
      canvas = { ...canvas, nodes: [...canvas.nodes, node] }
    }
    const thread = { id: newId('edges', idsOf(canvas.edges)), ...threadOf(way, from, to) }
    changes.push({ type: 'add', kind: 'edges', parts: [thread] })
    canvas = { ...canvas, edges: [...canvas.edges, thread] }
    from = to
  }
  change(changes)
  select({ nodes: [from], edges: [] })
  return from
}

/** Joins two nodes of the canvas and selects the thread; says why not, if they are joined that way already. */
export function connectNodes(store: CanvasStore, from: string, to: string, way: JoinWay): string | undefined {
  const { history, change, select } = store.getState()
  const { nodes, edges } = history.present
  const thread = threadOf(way, from, to)
  const twin = edges.find(
    (edge) =>
      edge.kind === thread.kind &&
      edge.source === thread.source &&
      edge.target === thread.target &&
      ownText(edge, 'through') === ownText(thread, 'through') &&
      JSON.stringify(edge.on) === JSON.stringify(thread.on),
  )
  const title = (id: string) => nodeTitle(nodes.find((node) => node.id === id) ?? {})
  if (twin) {
    select({ nodes: [], edges: [twin.id] })
    return `${title(from)} and ${title(to)} are already joined this way.`
  }
  const id = newId('edges', idsOf(edges))
  change([{ type: 'add', kind: 'edges', parts: [{ id, ...thread }] }])
  select({ nodes: [], edges: [id] })
  return undefined
}

const added = (node: WirePart): CanvasChange => ({ type: 'add', kind: 'nodes', parts: [node] })

/** Rows come from the class that somebody began with, whatever is joined to it. */
function newNode(canvas: WireCanvas, className: string, scopeDn?: string): WirePart {
  const id = readableId(className, takenNames(canvas))
  const isFirst = canvas.nodes.length === 0
  return {
    ...{ id, class_name: className },
    ...(isFirst && { primary: true }),
    ...(scopeDn !== undefined && { scope_dn: scopeDn }),
  }
}

const GAP = 184

/** A free place right of some nodes, or of all of them. */
function placeBeside(canvas: WireCanvas, node: WirePart, ids: readonly string[]): Point {
  const boxes = boxesOf(canvas)
  const chosen = ids.flatMap((id) => boxes.get(id) ?? [])
  const all = [...boxes.values()]
  if (all.length === 0) return { x: 0, y: 0 }
  const anchor = around(chosen.length > 0 ? chosen : all)
  return freeSpot({ x: anchor.x + anchor.width + GAP, y: anchor.y, ...nodeSize(node, false, true) }, all)
}
