import type { JoinStep, TableId } from '../query/plan.ts'
import type { FailedOperand, TooMany } from './match-conditions.ts'
import type { MatchedRows } from './match-rows.ts'
import { matchingOf, positionTest } from './matching.ts'
import type { TableRow } from './table-row.ts'

/** One joined match: a row of each table, by the table's slot; undefined where a `left` edge found nothing. */
export type Match = readonly (TableRow | undefined)[]

/** Tables joined so far. */
export type Component = { readonly slots: ReadonlyMap<TableId, number>; readonly matches: readonly Match[] }

export type Joined =
  | ({ readonly ok: true; readonly failures: readonly JoinFailure[] } & Component)
  | { readonly ok: false; readonly reason: TooMany; readonly edge_id: string }

/** An expression of an edge that failed for some of the objects of a table, which therefore match nothing. */
export type JoinFailure = FailedOperand & { readonly edge_id: string }

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
  const failures: JoinFailure[] = []
  for (const [id, rows] of tables) components.set(id, { slots: new Map([[id, 0]]), matches: rows.map((row) => [row]) })
  for (const step of joins) {
    const left = components.get(step.left)
    const right = components.get(step.right)
    // A table behind a `without` edge was dropped, so there is nothing to join.
    if (!left || !right) continue
    const columns = [columnOf(left, step.left), columnOf(right, step.right)] as const
    const report = (failed: readonly FailedOperand[]) =>
      failures.push(...failed.map((one) => ({ edge_id: step.edge_id, ...one })))
    const merged =
      left === right ? conditionOn(left, step, columns, report) : merge(left, right, { step, columns, report }, maxRows)
    if (typeof merged === 'string') return { ok: false, reason: merged, edge_id: step.edge_id }
    observe(step, left, right, merged)
    for (const id of [...left.slots.keys(), ...right.slots.keys()]) components.delete(id)
    for (const id of merged.slots.keys()) components.set(id, merged)
  }
  const result = components.get(keep)
  return { ok: true, slots: result?.slots ?? new Map([[keep, 0]]), matches: result?.matches ?? [], failures }
}

type Columns = readonly [left: MatchedRows, right: MatchedRows]
type Report = (failures: readonly FailedOperand[]) => void
type JoinInHand = { readonly step: JoinStep; readonly columns: Columns; readonly report: Report }

/** Says why there is no result if there would be too much. */
function merge(
  left: Component,
  right: Component,
  { step, columns, report }: JoinInHand,
  maxRows: number,
): Component | TooMany {
  const matching = matchingOf(step.on, ...columns)
  report(matching.failures)
  if (step.join === 'without') {
    const matched = matching.matched()
    return typeof matched === 'string' ? matched : { slots: left.slots, matches: lonely(left, matched) }
  }
  const pairs = matching.pairs(maxRows)
  if (typeof pairs === 'string') return pairs
  const matches = pairs.left.map(
    (position, index) => [...left.matches[position]!, ...right.matches[pairs.right[index]!]!] as Match,
  )
  if (step.join === 'left') {
    const nothing: Match = Array.from({ length: right.slots.size }, () => undefined)
    for (const match of lonely(left, positionsIn(pairs.left, left.matches.length))) matches.push([...match, ...nothing])
  }
  return matches.length > maxRows ? 'too_many_rows' : { slots: appendSlots(left, right), matches }
}

const slotOf = (component: Component, table: TableId): number => component.slots.get(table) ?? -1

function columnOf(component: Component, table: TableId): MatchedRows {
  const slot = slotOf(component, table)
  return component.matches.map((match) => match[slot])
}

/** Matches on the left without a partner. */
const lonely = (left: Component, partnered: Uint8Array): readonly Match[] =>
  left.matches.filter((_, position) => partnered[position] === 0)

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
function conditionOn(component: Component, step: JoinStep, columns: Columns, report: Report): Component {
  if (step.join === 'left') return component
  const { isMatch, failures } = positionTest(step.on, ...columns)
  report(failures)
  const wanted = step.join === 'inner'
  return { slots: component.slots, matches: component.matches.filter((_, position) => isMatch(position) === wanted) }
}
