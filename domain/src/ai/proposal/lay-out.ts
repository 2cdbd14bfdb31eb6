import { isWireObject, type WireObject } from '../../canvas/wire.ts'
import type { ProposedPart } from './parts.ts'
import type { WireLists } from './proposal.ts'

const COLUMN = 260
const ROW = 140

/**
 * Gives new nodes a place: each to the right of what leads to it, below the others there, and all of them to the right
 * of the existing ones.
 */
export function layOut(base: WireLists, parts: readonly ProposedPart[]): readonly ProposedPart[] {
  const added = parts.filter(({ kind, op }) => kind === 'node' && op === 'add')
  const edges = parts.flatMap(({ kind, after }) => (kind === 'edge' && after ? [after] : []))
  const left = base.nodes.reduce((most, node) => Math.max(most, (xOf(node) ?? -COLUMN) + COLUMN), 0)
  const columns = columnsOf(added, edges)
  const filled = new Map<number, number>()
  const places = new Map<ProposedPart, { x: number; y: number }>()
  for (const part of added) {
    const column = columns.get(part.id) ?? 0
    const row = filled.get(column) ?? 0
    filled.set(column, row + 1)
    places.set(part, { x: left + column * COLUMN, y: row * ROW })
  }
  return parts.map((part) => {
    const position = places.get(part)
    return position ? { ...part, after: { ...part.after, position } } : part
  })
}

function xOf({ position }: WireObject): number | undefined {
  return isWireObject(position) && typeof position.x === 'number' && Number.isFinite(position.x)
    ? position.x
    : undefined
}

function columnsOf(added: readonly ProposedPart[], edges: readonly WireObject[]): ReadonlyMap<unknown, number> {
  const columns = new Map<unknown, number>(added.map(({ id }) => [id, 0]))
  // As many rounds as a chain can have edges: a cycle, which was left out before, could not keep this from ending.
  for (let round = 0; round < added.length; round++) {
    for (const { source, target } of edges) {
      const from = columns.get(source)
      const to = columns.get(target)
      if (from !== undefined && to !== undefined) columns.set(target, Math.min(Math.max(to, from + 1), added.length))
    }
  }
  return columns
}
