import { isClassName } from '../canvas/names.ts'
import { isWireObject, type WireObject } from '../canvas/wire.ts'
import { splitDn } from '../dn/dn.ts'
import type { CanvasChange } from './changes.ts'
import { freeName, takenNames } from './part-names.ts'
import { type PastedRequest, readRequest } from './paste-request.ts'
import {
  idsOf,
  newId,
  PARTS,
  ownText,
  wireCanvas,
  type PartKind,
  type WireCanvas,
  type WirePart,
} from './wire-canvas.ts'

/** What a pasted text is: parts of a canvas, a class, a DN, a request to a controller, or nothing we know. */
type Pasted =
  | { readonly type: 'request'; readonly request: PastedRequest }
  | { readonly type: 'canvas'; readonly canvas: WireCanvas }
  | { readonly type: 'class'; readonly name: string }
  | { readonly type: 'dn'; readonly dn: string }
  | { readonly type: 'fault'; readonly fault: string }

/** Reads what was copied here, a whole saved query, a list of nodes, an answer of the API, or a class name or DN. */
export function readPasted(text: string): Pasted {
  const trimmed = unfenced(text.trim())
  if (trimmed === '') return { type: 'fault', fault: 'There is no text to paste.' }
  if (/^[[{]/.test(trimmed)) return readJson(trimmed)
  if (isClassName(trimmed) && /[a-z][A-Z]/.test(trimmed)) return { type: 'class', name: trimmed }
  const request = readRequest(trimmed)
  if (request) return { type: 'request', request }
  if (trimmed.includes('/') && !/\s/.test(trimmed) && splitDn(trimmed) !== undefined) return { type: 'dn', dn: trimmed }
  return {
    type: 'fault',
    fault:
      'The text to paste is no canvas, class name, DN or request to a controller. A canvas is JSON with “nodes” and “edges”.',
  }
}

/** As chats and pages wrap it. */
const unfenced = (text: string): string => /^```\w*\n([\s\S]*?)\n?```$/.exec(text)?.[1]?.trim() ?? text

function readJson(text: string): Pasted {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { type: 'fault', fault: `The text to paste is not valid JSON: ${reason}` }
  }
  return readValue(value)
}

function readValue(value: unknown): Pasted {
  if (Array.isArray(value)) return readCanvas({ nodes: value })
  if (!isWireObject(value))
    return { type: 'fault', fault: 'The JSON to paste is no canvas: it is neither an object nor a list of nodes.' }
  if ('nodes' in value || 'edges' in value || 'post_processors' in value) return readCanvas(value)
  const within = firstCanvas(value)
  if (within) return readCanvas(within)
  if ('class_name' in value || 'class_names' in value) return readCanvas({ nodes: [value] })
  return { type: 'fault', fault: 'The JSON to paste is no canvas: it has no “nodes”.' }
}

/** A query inside a file or an answer: `{queries: [{nodes}]}`, `{draft: {nodes}}`. */
function firstCanvas(value: WireObject): WireObject | undefined {
  const inside = Object.values(value).flatMap((held): readonly unknown[] => (Array.isArray(held) ? held : [held]))
  return inside.filter(isWireObject).find((held) => Array.isArray(held.nodes))
}

const NAMES = { nodes: 'node', edges: 'thread', post_processors: 'step' } as const

function readCanvas(value: WireObject): Pasted {
  for (const kind of Object.keys(PARTS) as PartKind[]) {
    const parts = value[kind] ?? []
    if (!Array.isArray(parts)) return { type: 'fault', fault: `The JSON to paste has “${kind}” that is not a list.` }
    const wrong = parts.findIndex((part) => !isWireObject(part))
    if (wrong >= 0)
      return { type: 'fault', fault: `The ${NAMES[kind]} ${wrong + 1} of the JSON to paste is not an object.` }
  }
  const canvas = wireCanvas(value)
  const fault = faultOf(canvas)
  return fault === undefined ? { type: 'canvas', canvas } : { type: 'fault', fault }
}

function faultOf({ nodes, edges, post_processors }: WireCanvas): string | undefined {
  if (nodes.length + edges.length + post_processors.length === 0) return 'The canvas to paste is empty.'
  const classless = nodes.findIndex((node) => !('class_name' in node) && !('class_names' in node))
  if (classless >= 0) return `The node ${classless + 1} of the JSON to paste has no “class_name”.`
  const ids = idsOf(nodes)
  if (ids.size < nodes.length) return 'Two nodes of the JSON to paste have the same id.'
  const loose = edges.find((edge) => !ids.has(ownText(edge, 'source') ?? '') || !ids.has(ownText(edge, 'target') ?? ''))
  return loose && `The thread “${loose.id}” of the JSON to paste leads to a node that is not in it.`
}

export type Pasting = {
  readonly changes: readonly CanvasChange[]
  /** Ids that the nodes and threads have now. */
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
  /** Steps that were left out, because the canvas has steps of its own. */
  readonly leftOut: number
}

/** Puts parts onto a canvas: what is named as something there gets a new name, and everything is moved by an offset. */
export function pasteParts(
  canvas: WireCanvas,
  pasted: WireCanvas,
  offset: { readonly x: number; readonly y: number },
): Pasting {
  const nodeIds = renamed(pasted.nodes, new Set(takenNames(canvas)), freeName)
  const edgeIds = renamed(pasted.edges, new Set(idsOf(canvas.edges)), (_id, taken) => newId('edges', taken))
  const aliases = new Set([...takenNames(canvas), ...nodeIds.values()])
  const hasPrimary = canvas.nodes.some(({ primary }) => primary === true)
  const nodes = pasted.nodes.map((node) => {
    const moved = { ...node, id: nodeIds.get(node.id)!, ...placed(node, offset) }
    const named = withFreeAlias(moved, aliases)
    return hasPrimary ? without(named, 'primary') : named
  })
  const end = (edge: WirePart, key: 'source' | 'target') => nodeIds.get(ownText(edge, key)!)!
  const edges = pasted.edges.map((edge) => ({
    ...edge,
    id: edgeIds.get(edge.id)!,
    source: end(edge, 'source'),
    target: end(edge, 'target'),
  }))
  const steps = canvas.post_processors.length === 0 ? pasted.post_processors : []
  return {
    changes: [
      { type: 'add', kind: 'nodes', parts: nodes },
      { type: 'add', kind: 'edges', parts: edges },
      { type: 'add', kind: 'post_processors', parts: steps },
    ],
    nodes: nodes.map(({ id }) => id),
    edges: edges.map(({ id }) => id),
    leftOut: pasted.post_processors.length - steps.length,
  }
}

/** New ids for those that are taken. */
function renamed(
  parts: readonly WirePart[],
  taken: Set<string>,
  free: (id: string, taken: ReadonlySet<string>) => string,
): ReadonlyMap<string, string> {
  // Names that are free stay what they are, so they must not be given to others first.
  const kept = new Set(parts.map(({ id }) => id).filter((id) => !taken.has(id)))
  for (const id of kept) taken.add(id)
  return new Map(
    parts.map(({ id }) => {
      const name = kept.has(id) ? id : free(id, taken)
      taken.add(name)
      return [id, name]
    }),
  )
}

function placed({ position }: WirePart, offset: { readonly x: number; readonly y: number }): WireObject {
  if (!isWireObject(position) || typeof position.x !== 'number' || typeof position.y !== 'number') return {}
  return { position: { ...position, x: position.x + offset.x, y: position.y + offset.y } }
}

function withFreeAlias(node: WirePart, taken: Set<string>): WirePart {
  const alias = ownText(node, 'alias')
  if (alias === undefined || alias === node.id) return node
  const free = freeName(alias, taken)
  taken.add(free)
  return free === alias ? node : { ...node, alias: free }
}

const without = (part: WirePart, key: string): WirePart =>
  Object.fromEntries(Object.entries(part).filter(([name]) => name !== key)) as WirePart

/** What copying takes along: the nodes, the threads between them, and with all nodes the steps too. */
export function copiedParts(canvas: WireCanvas, ids: readonly string[]): WireCanvas {
  const chosen = new Set(ids)
  const isWhole = canvas.nodes.length > 0 && canvas.nodes.every(({ id }) => chosen.has(id))
  return {
    nodes: canvas.nodes.filter(({ id }) => chosen.has(id)),
    edges: canvas.edges.filter(
      (edge) => chosen.has(ownText(edge, 'source') ?? '') && chosen.has(ownText(edge, 'target') ?? ''),
    ),
    post_processors: isWhole ? canvas.post_processors : [],
  }
}
