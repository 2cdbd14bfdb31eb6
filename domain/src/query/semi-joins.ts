import { rnPrefix } from '../dn/dn.ts'
import { countPredicates } from '../filter/count-predicates.ts'
import type { LogicalQuery } from './resolve-canvas.ts'
import type { JoinCondition, JoinStep, SemiJoinKeys, TableId } from './plan.ts'
import { containmentOf } from './scopes.ts'
import type { SourceTable } from './source-tables.ts'

/** A way to read only those objects of a table that can match a table read before. */
export type SemiJoin = {
  readonly keys: SemiJoinKeys
  /** Objects of the table that one key finds, before the table's own filters. */
  readonly rowsPerKey: number
  /** With more keys than this, it is cheaper to read the table on its own. */
  readonly max_keys: number
  readonly keysPerRequest: number
}

type Tables = ReadonlyMap<TableId, SourceTable>

/** Since release 6.2 the controller accepts at most 20 predicates in a filter. */
const PREDICATES = 20
const MAX_REQUESTS = 10
const MAX_SCOPES = 20

/**
 * All ways to narrow a table by others. The target of an edge may always be narrowed by the source; the source by the
 * target only in an inner join, because `left` and `without` keep sources that have no target.
 */
export function semiJoins(table: SourceTable, { joins }: LogicalQuery, tables: Tables): readonly SemiJoin[] {
  const direct = joins.flatMap((join) => {
    if (join.right === table.id) return narrowRight(table, join, tables)
    if (join.left === table.id && join.join === 'inner') return narrowLeft(table, join, tables)
    return []
  })
  // Outer containers also narrow a table, and may be known earlier than the nearest one.
  const above = reach(table.id, (id) => containers(id, joins)).flatMap((id) => belowTable(table, id, 'any', tables))
  const below = reach(table.id, (id) => neededContents(id, joins)).flatMap((id) => aboveTable(table, id, 'any'))
  return [...direct, ...above, ...below]
}

function narrowRight(table: SourceTable, { on, left }: JoinStep, tables: Tables): readonly SemiJoin[] {
  switch (on.kind) {
    case 'child':
      return belowTable(table, left, 'child', tables)
    case 'descendant':
      return belowTable(table, left, 'any', tables)
    case 'parent':
      return aboveTable(table, left, 'child')
    case 'equal':
      return on.compare === 'number' ? [] : equalTo(table, left, on.left, on.right, tables)
    case 'conditions':
      return equalProperties(on.all).flatMap(([source, target]) => equalTo(table, left, source, target, tables))
    case 'relation_end':
    case 'any':
      return []
  }
}

function narrowLeft(table: SourceTable, { on, right }: JoinStep, tables: Tables): readonly SemiJoin[] {
  switch (on.kind) {
    case 'child':
      return aboveTable(table, right, 'child')
    case 'descendant':
      return aboveTable(table, right, 'any')
    case 'parent':
      return belowTable(table, right, 'child', tables)
    case 'equal':
      return on.compare === 'number' ? [] : equalTo(table, right, on.right, on.left, tables)
    case 'conditions':
      return equalProperties(on.all).flatMap(([source, target]) => equalTo(table, right, target, source, tables))
    case 'relation_end':
    case 'any':
      return []
  }
}

/** Each condition narrows what is read on its own, since all of them must hold. */
function equalProperties(conditions: readonly JoinCondition[]): readonly (readonly [source: string, target: string])[] {
  return conditions.flatMap(({ op, source, targets: [target], compare }) =>
    op === 'eq' && compare !== 'number' && typeof source === 'string' && typeof target === 'string'
      ? [[source, target] as const]
      : [],
  )
}

/** Tables whose objects contain those of a table. */
function containers(id: TableId, joins: readonly JoinStep[]): readonly TableId[] {
  return joins.flatMap((join) => {
    const down = containmentOf(join)
    return down?.child === id ? [down.parent] : []
  })
}

/** Tables of which each object of a table must contain one. */
function neededContents(id: TableId, joins: readonly JoinStep[]): readonly TableId[] {
  return joins.flatMap((join) => {
    const down = join.join === 'inner' ? containmentOf(join) : undefined
    return down?.parent === id ? [down.child] : []
  })
}

function reach(start: TableId, next: (id: TableId) => readonly TableId[]): readonly TableId[] {
  const found = new Set([start])
  // A set may grow while it is iterated.
  for (const id of found) for (const other of next(id)) found.add(other)
  found.delete(start)
  return [...found]
}

function belowTable(table: SourceTable, from: TableId, depth: 'child' | 'any', tables: Tables): readonly SemiJoin[] {
  const above = tables.get(from)
  const rowsPerKey = table.size / (above?.size ?? 1)
  return [{ keys: { by: 'scopes', from, depth }, rowsPerKey, max_keys: MAX_SCOPES, keysPerRequest: 1 }]
}

function aboveTable(table: SourceTable, from: TableId, depth: 'child' | 'any'): readonly SemiJoin[] {
  const prefix = rnPrefix(table.rn_format ?? '')
  return byFilter(table, { by: 'ancestors', from, depth, rn_prefix: prefix === '' ? undefined : prefix }, 1)
}

// The controller compares addresses by value, but `5.000000` may not be a value of an integer at all.
function equalTo(
  table: SourceTable,
  from: TableId,
  from_property: string,
  property: string,
  tables: Tables,
): readonly SemiJoin[] {
  // A DN is unique; a relation target is named by the average number of objects per target.
  const repeats = property === 'dn' ? 1 : Math.max(1, table.size / Math.max(1, tables.get(from)?.size ?? 1))
  return byFilter(table, { by: 'values', from, from_property, property }, repeats)
}

function byFilter(table: SourceTable, keys: SemiJoinKeys, rowsPerKey: number): readonly SemiJoin[] {
  const free = PREDICATES - (table.pushed === undefined ? 0 : countPredicates(table.pushed))
  if (free < 1) return []
  return [{ keys, rowsPerKey, max_keys: MAX_REQUESTS * free, keysPerRequest: free }]
}
