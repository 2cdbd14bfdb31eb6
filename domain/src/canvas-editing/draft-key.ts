import type { WireCanvas, WirePart } from './wire-canvas.ts'

/** Where something is drawn says nothing about the query. */
const DRAWN = new Set(['position', 'width', 'height', 'selected', 'measured'])

// Parts are shared by the canvases of a history, so most of them were seen before.
const known = new WeakMap<WirePart, string>()

/** A text that is the same for canvases that ask the same, wherever their parts are drawn. */
export function draftKey({ nodes, edges, post_processors }: WireCanvas): string {
  return [nodes, edges, post_processors].map((parts) => parts.map(partKey).join(',')).join(';')
}

function partKey(part: WirePart): string {
  const found = known.get(part) ?? JSON.stringify(Object.entries(part).filter(([key]) => !DRAWN.has(key)))
  known.set(part, found)
  return found
}
