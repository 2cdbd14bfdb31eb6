import type { JoinStep, TableId } from '../query/plan.ts'
import { joinKeys } from './join-keys.ts'
import { type Column, findMatched, isMatch, matchColumns } from './match-rows.ts'
import type { TableRow } from './table-row.ts'

/** One joined match: a row of each table, by the table's slot; undefined where a `left` edge found nothing. */
export type Match = readonly (TableRow | undefined)[]

/** Tables joined so far. */
export type Component = { readonly slots: ReadonlyMap<TableId, number>; readonly matches: readonly Match[] }

export type Joined =
  ({ readonly ok: true } & Component) | { readonly ok: false; readonly reason: 'too_many_rows'; readonly edge_id: string }

export type JoinObserver = (step: JoinStep, left: Component, right: Component, output: Component) => void

/**
 * Joins tables step by step. Components merge as edges connect them; an edge whose ends are already joined becomes a
 * condition on the matches (a `left` edge then has no effect). A `without` edge keeps the matches that have no partner
 * and drops the other side. The result is the component with the table `keep`. Stops before a join would produce more
 * than `maxRows` matches, so no memory is used for them.
 */
export function executeJoins(
  tables: ReadonlyMap<TableId, readonly TableRow[]>,
  joins: readonly JoinStep[],
  keep: TableId,
  maxRows: number,
  observe: JoinObserver = () => undefined,
): Joined {
  const components = new Map<TableId, Component>()
  for (const [id, rows] of tables) components.set(id, { slots: new Map([[id, 0]]), matches: rows.map((row) => [row]) })
  for (const step of joins) {
    const left = components.get(step.left)
    const right = components.get(step.right)
    // A table behind a `without` edge was dropped, so there is nothing to join.
    if (!left || !right) continue
    const merged = left === right ? conditionOn(left, step) : merge(left, right, step, maxRows)
    if (!merged) return { ok: false, reason: 'too_many_rows', edge_id: step.edge_id }
    observe(step, left, right, merged)
    for (const id of [...left.slots.keys(), ...right.slots.keys()]) components.delete(id)
    for (const id of merged.slots.keys()) components.set(id, merged)
  }
  const result = components.get(keep)
  return { ok: true, slots: result?.slots ?? new Map([[keep, 0]]), matches: result?.matches ?? [] }
}

/** Undefined when there would be more matches than allowed. */
function merge(left: Component, right: Component, step: JoinStep, maxRows: number): Component | undefined {
  const keys = joinKeys(step.on)
  const leftColumn = columnOf(left, step.left)
  const rightColumn = columnOf(right, step.right)
  if (step.join === 'without') return { slots: left.slots, matches: lonely(left, findMatched(leftColumn, rightColumn, keys)) }
  const pairs = matchColumns(leftColumn, rightColumn, keys, maxRows)
  if (!pairs) return undefined
  const matches = pairs.left.map((position, index) => [...left.matches[position]!, ...right.matches[pairs.right[index]!]!] as Match)
  if (step.join === 'left') {
    const nothing: Match = Array.from({ length: right.slots.size }, () => undefined)
    for (const match of lonely(left, positionsIn(pairs.left, left.matches.length))) matches.push([...match, ...nothing])
  }
  return matches.length > maxRows ? undefined : { slots: appendSlots(left, right), matches }
}

const slotOf = (component: Component, table: TableId): number => component.slots.get(table) ?? -1

function columnOf(component: Component, table: TableId): Column {
  const slot = slotOf(component, table)
  return component.matches.map((match) => match[slot])
}

/** Matches on the left without a partner. */
const lonely = (left: Component, partnered: Uint8Array): readonly Match[] => left.matches.filter((_, position) => partnered[position] === 0)

function positionsIn(paired: readonly number[], length: number): Uint8Array {
  const found = new Uint8Array(length)
  for (const position of paired) found[position] = 1
  return found
}

function appendSlots(left: Component, right: Component): ReadonlyMap<TableId, number> {
  const slots = new Map(left.slots)
  for (const [id, slot] of right.slots) slots.set(id, slot + left.slots.size)
  return slots
}

/** Both ends are already joined, so the edge decides which matches stay. */
function conditionOn(component: Component, step: JoinStep): Component {
  if (step.join === 'left') return component
  const keys = joinKeys(step.on)
  const leftSlot = slotOf(component, step.left)
  const rightSlot = slotOf(component, step.right)
  const wanted = step.join === 'inner'
  return {
    slots: component.slots,
    matches: component.matches.filter((match) => isMatch(match[leftSlot], match[rightSlot], keys) === wanted),
  }
}
