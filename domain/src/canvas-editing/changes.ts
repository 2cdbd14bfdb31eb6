import { ownText, type PartKind, type WireCanvas, type WirePart } from './wire-canvas.ts'

/** Values of keys to set; undefined takes the key away. */
export type KeyValues = Readonly<Record<string, unknown>>

/** One edit of a canvas, as data. What it names and the canvas lacks is left alone. */
export type CanvasChange =
  /** Puts parts in, at an index or at the end. A part whose id is taken replaces the one that has it. */
  | { readonly type: 'add'; readonly kind: PartKind; readonly parts: readonly WirePart[]; readonly at?: number }
  /** Takes parts out. Threads go with their nodes. */
  | { readonly type: 'remove'; readonly kind: PartKind; readonly ids: readonly string[] }
  /** Sets keys of one part. */
  | { readonly type: 'set'; readonly kind: PartKind; readonly id: string; readonly values: KeyValues }
  /** Puts a part at another place of its list. */
  | { readonly type: 'reorder'; readonly kind: PartKind; readonly id: string; readonly to: number }
  /** Everything at once: a version taken back, a canvas pasted over. */
  | { readonly type: 'replace'; readonly canvas: WireCanvas }

export function applyChanges(canvas: WireCanvas, changes: readonly CanvasChange[]): WireCanvas {
  return changes.reduce(applyChange, canvas)
}

/** The canvas after one change; the same object when nothing changes. */
export function applyChange(canvas: WireCanvas, change: CanvasChange): WireCanvas {
  switch (change.type) {
    case 'add':
      return change.parts.length === 0
        ? canvas
        : { ...canvas, [change.kind]: added(canvas[change.kind], change.parts, change.at) }
    case 'remove':
      return removed(canvas, change.kind, new Set(change.ids))
    case 'set':
      return replacePart(canvas, change.kind, change.id, (part) => withValues(part, change.values))
    case 'reorder':
      return reordered(canvas, change.kind, change.id, change.to)
    case 'replace':
      return change.canvas
  }
}

function added(parts: readonly WirePart[], given: readonly WirePart[], at = parts.length): readonly WirePart[] {
  const byId = new Map(given.map((part) => [part.id, part]))
  const kept = parts.map((part) => byId.get(part.id) ?? part)
  const known = new Set(parts.map(({ id }) => id))
  return kept.toSpliced(at, 0, ...given.filter(({ id }) => !known.has(id)))
}

function removed(canvas: WireCanvas, kind: PartKind, ids: ReadonlySet<string>): WireCanvas {
  const without = canvas[kind].filter(({ id }) => !ids.has(id))
  if (without.length === canvas[kind].length) return canvas
  if (kind !== 'nodes') return { ...canvas, [kind]: without }
  const edges = canvas.edges.filter(
    (edge) => !ids.has(ownText(edge, 'source') ?? '') && !ids.has(ownText(edge, 'target') ?? ''),
  )
  return { ...canvas, nodes: without, edges }
}

function replacePart(canvas: WireCanvas, kind: PartKind, id: string, change: (part: WirePart) => WirePart): WireCanvas {
  const index = canvas[kind].findIndex((part) => part.id === id)
  const before = canvas[kind][index]
  if (!before) return canvas
  const after = change(before)
  return after === before ? canvas : { ...canvas, [kind]: canvas[kind].with(index, after) }
}

/** An id stays what it is. */
function withValues(part: WirePart, values: KeyValues): WirePart {
  const given = Object.entries(values).filter(([key, value]) => key !== 'id' && part[key] !== value)
  if (given.length === 0) return part
  const merged = { ...part, ...Object.fromEntries(given) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)) as WirePart
}

function reordered(canvas: WireCanvas, kind: PartKind, id: string, to: number): WireCanvas {
  const from = canvas[kind].findIndex((part) => part.id === id)
  const part = canvas[kind][from]
  if (!part || from === to) return canvas
  return { ...canvas, [kind]: canvas[kind].toSpliced(from, 1).toSpliced(Math.max(0, to), 0, part) }
}
