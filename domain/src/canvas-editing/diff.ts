import { isSameValue, type PartKind, type WireCanvas, type WirePart } from './wire-canvas.ts'

/** How a part differs from another version of the canvas. */
export type PartDiff = {
  readonly kind: PartKind
  readonly id: string
  readonly mark: 'added' | 'removed' | 'changed'
  /** The keys that changed, sorted; none when the part was added or removed. */
  readonly keys: readonly string[]
}

const KINDS: readonly PartKind[] = ['nodes', 'edges', 'post_processors']
/** Where a node stands says nothing about the query. */
const UNTOLD = new Set(['id', 'position'])

/** What the second canvas says differently: its own parts in their order, then those that are gone. */
export function diffCanvases(before: WireCanvas, after: WireCanvas): readonly PartDiff[] {
  return KINDS.flatMap((kind) => diffParts(kind, before[kind], after[kind]))
}

/** By id of the part, as a drawing marks them. */
export const marksOf = (diff: readonly PartDiff[]): ReadonlyMap<string, PartDiff['mark']> =>
  new Map(diff.map(({ id, mark }) => [id, mark]))

/** The second canvas with what it lacks of the first, so that a drawing can show what was removed. */
export function unitedCanvas(before: WireCanvas, after: WireCanvas): WireCanvas {
  const united = (kind: PartKind): readonly WirePart[] => {
    const known = new Set(after[kind].map(({ id }) => id))
    return [...after[kind], ...before[kind].filter(({ id }) => !known.has(id))]
  }
  return { nodes: united('nodes'), edges: united('edges'), post_processors: united('post_processors') }
}

function diffParts(kind: PartKind, before: readonly WirePart[], after: readonly WirePart[]): readonly PartDiff[] {
  const old = new Map(before.map((part) => [part.id, part]))
  const kept = new Set(after.map(({ id }) => id))
  const own = after.flatMap((part): readonly PartDiff[] => {
    const known = old.get(part.id)
    if (!known) return [{ kind, id: part.id, mark: 'added', keys: [] }]
    const keys = changedKeys(known, part)
    return keys.length === 0 ? [] : [{ kind, id: part.id, mark: 'changed', keys }]
  })
  const gone = before.filter(({ id }) => !kept.has(id))
  return [...own, ...gone.map(({ id }): PartDiff => ({ kind, id, mark: 'removed', keys: [] }))]
}

function changedKeys(before: WirePart, after: WirePart): readonly string[] {
  if (before === after) return []
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].filter((key) => !UNTOLD.has(key) && !isSameValue(before[key], after[key])).sort()
}
