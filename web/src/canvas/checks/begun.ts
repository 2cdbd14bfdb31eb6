import type { CanvasChange } from '@heddle/domain/canvas-editing/changes.ts'
import { partAtPath } from '@heddle/domain/canvas-editing/suggestions.ts'
import type { PartKind, WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { isWireObject } from '@heddle/domain/canvas/wire.ts'
import type { PlacedProblem } from './checks.ts'

/** A part that somebody has just put on the canvas, or a row of one such as `filters.2`. */
export type Begun = { readonly kind: PartKind; readonly id: string; readonly row?: string }

type Selected = {
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
  readonly step?: string | undefined
}

/**
 * What edits begin: a part, a class with its thread, or one more row of a list in a part. What is pasted has been
 * written elsewhere.
 */
export function begunBy(changes: readonly CanvasChange[], before: WireCanvas): readonly Begun[] {
  const added = changes.filter((change) => change.type === 'add')
  if (added.some(({ parts }) => parts.length !== 1)) return NOTHING_BEGUN
  const parts = added.flatMap(({ kind, parts: [part] }) => (part ? [{ kind, id: part.id }] : []))
  const rows = changes.filter((change) => change.type === 'set').flatMap((change) => rowBegunBy(change, before))
  const begun = [...parts, ...rows]
  return new Set(begun.map(({ kind }) => kind)).size === begun.length ? begun : NOTHING_BEGUN
}

type Setting = Extract<CanvasChange, { readonly type: 'set' }>

function rowBegunBy({ kind, id, values }: Setting, before: WireCanvas): readonly Begun[] {
  const part = before[kind].find((one) => one.id === id)
  const row = part && newRow(part, { ...part, ...values })
  return row ? [{ kind, id, row: row.join('.') }] : []
}

/** Where a list has one more entry than before; one entry alone may stand without its list. */
function newRow(before: unknown, after: unknown): readonly string[] | undefined {
  if (before === after || typeof after !== 'object' || after === null) return undefined
  const length = Array.isArray(before) ? before.length : isWireObject(before) ? 1 : 0
  if (Array.isArray(after) && after.length !== length) return after.length === length + 1 ? [String(length)] : undefined
  for (const [key, value] of Object.entries(after)) {
    const inside = newRow(valueAt(before, [key]), value)
    if (inside) return [key, ...inside]
  }
  return undefined
}

/** Somebody who goes on to another part has left those that were begun. */
export function stillBegun(begun: readonly Begun[], { nodes, edges, step }: Selected): readonly Begun[] {
  const chosen: Readonly<Record<PartKind, readonly (string | undefined)[]>> = { nodes, edges, post_processors: [step] }
  return begun.some(({ kind, id }) => chosen[kind].includes(id)) ? begun : NOTHING_BEGUN
}

/** A row of a part that is new itself changes nothing. */
export const withBegun = (begun: readonly Begun[], more: readonly Begun[]): readonly Begun[] =>
  more.every(
    ({ kind, id, row }) => row !== undefined && begun.some((one) => isWhole(one) && one.kind === kind && one.id === id),
  )
    ? begun
    : more

const isWhole = ({ row }: Begun): boolean => row === undefined

export const NOTHING_BEGUN: readonly Begun[] = []

/** Nobody wants to hear that a row lacks its property while they are reaching for it. */
export function isUnfinished(canvas: WireCanvas, begun: readonly Begun[], problem: PlacedProblem): boolean {
  if (begun.length === 0) return false
  const ids = { nodes: problem.node_id, edges: problem.edge_id, post_processors: problem.step_id }
  const place = partAtPath(canvas, problem.path)
  const keys = place?.keys ?? []
  return begun.some(({ kind, id, row }) => {
    if (place ? place.kind !== kind || place.part.id !== id : ids[kind] !== id) return false
    if (row === undefined && problem.code === 'disconnected_graph') return true
    const isInRow = row === undefined || `${keys.join('.')}.`.startsWith(`${row}.`)
    return place !== undefined && keys.length > 0 && isInRow && isEmpty(valueAt(place.part, keys))
  })
}

const valueAt = (part: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    part,
  )

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
