import type { ControllerFilter, ControllerQuery } from '@heddle/domain/controller-query/controller-query.ts'
import { renderFilter } from '@heddle/domain/controller-query/render-path.ts'
import { ancestorDns, parentDn, splitDn } from '@heddle/domain/dn/dn.ts'
import { countPredicates } from '@heddle/domain/filter/count-predicates.ts'
import type { TableAccess, SemiJoinKeys, PlanTable } from '@heddle/domain/query/plan.ts'
import type { TableRow } from '@heddle/domain/join/table-row.ts'

const PREDICATES_PER_FILTER = 20
// Counted after percent-encoding, which makes the text longer; the whole URL has to stay below 4 kB.
const FILTER_BYTES = 2_600
const SHALLOWEST_SCOPE = 2

/** The queries that read only what can match the rows already read; none when there is nothing to match. */
export function semiJoinQueries(
  table: PlanTable,
  access: Extract<TableAccess, { kind: 'semi_join' }>,
  from: readonly TableRow[],
): readonly ControllerQuery[] {
  const { keys, max_keys, otherwise } = access
  if (from.length === 0) return []
  if (keys.by === 'scopes') return scopeQueries(table, keys.depth, from, max_keys, otherwise)
  const values = keyValues(keys, from)
  if (values === undefined || values.size > max_keys) return [otherwise]
  const property = keys.by === 'values' ? keys.property : 'dn'
  return filterGroups(table.class_name, property, values, otherwise.filter).map((filter) => ({ ...otherwise, filter }))
}

function scopeQueries(
  table: PlanTable,
  depth: 'child' | 'any',
  from: readonly TableRow[],
  max: number,
  otherwise: ControllerQuery,
) {
  const parents = new Set(from.map((row) => row.dn))
  const scopes = parents.size <= max ? parents : widen(parents, max)
  if (scopes === undefined) return [otherwise]
  const query_target = scopes === parents && depth === 'child' ? ('children' as const) : ('subtree' as const)
  const outermost = query_target === 'children' ? [...scopes] : withoutNested(scopes)
  return outermost.map((dn) => ({
    ...otherwise,
    target: { kind: 'mo' as const, dn },
    query_target,
    target_classes: [table.class_name],
  }))
}

/** Goes up level by level until there are few scopes; undefined when they would be as wide as the whole tenant list. */
function widen(dns: ReadonlySet<string>, max: number): ReadonlySet<string> | undefined {
  let scopes = dns
  while (scopes.size > max) {
    scopes = new Set([...scopes].map(parentDn))
    for (const dn of scopes) if ((splitDn(dn)?.length ?? 0) < SHALLOWEST_SCOPE) return undefined
  }
  return scopes
}

const withoutNested = (scopes: ReadonlySet<string>) =>
  [...scopes].filter((dn) => !ancestorDns(dn).some((above) => scopes.has(above)))

/** Distinct values to ask for; undefined when they are unknown or cannot be expressed in a filter. */
function keyValues(
  keys: Exclude<SemiJoinKeys, { by: 'scopes' }>,
  from: readonly TableRow[],
): ReadonlySet<string> | undefined {
  const values = new Set<string>()
  for (const row of from) {
    for (const value of valuesOf(keys, row)) {
      if (value.includes('\\')) return undefined
      if (value !== '') values.add(value)
    }
  }
  return keys.by === 'ancestors' && keys.depth === 'any' && keys.rn_prefix === undefined ? undefined : values
}

function valuesOf(keys: Exclude<SemiJoinKeys, { by: 'scopes' }>, row: TableRow): readonly string[] {
  if (keys.by === 'values') return [keys.from_property === 'dn' ? row.dn : (row.values[keys.from_property] ?? '')]
  if (keys.depth === 'child') return [parentDn(row.dn)]
  const prefix = keys.rn_prefix ?? ''
  return ancestorDns(row.dn).filter((dn) => lastRn(dn).startsWith(prefix))
}

const lastRn = (dn: string) => dn.slice(parentDn(dn) === '' ? 0 : parentDn(dn).length + 1)

const encodedLength = (filter: ControllerFilter) => encodeURIComponent(renderFilter(filter)).length

/**
 * `and(pushed, or(eq, eq, …))` in groups the controller accepts: at most 20 predicates each, and a URL of bounded
 * length.
 */
function filterGroups(
  class_name: string,
  property: string,
  values: ReadonlySet<string>,
  pushed: ControllerFilter | undefined,
): ControllerFilter[] {
  const room = Math.max(1, PREDICATES_PER_FILTER - (pushed ? countPredicates(pushed) : 0))
  const taken = pushed ? encodedLength(pushed) : 0
  const groups: ControllerFilter[][] = []
  let bytes = Infinity
  for (const value of values) {
    const item: ControllerFilter = { op: 'eq', class_name, property, value }
    const length = encodedLength(item)
    const group = groups.at(-1)
    if (!group || group.length >= room || bytes + length > FILTER_BYTES) {
      groups.push([item])
      bytes = taken + length
    } else {
      group.push(item)
      bytes += length
    }
  }
  return groups.map((items) => {
    const keys: ControllerFilter = { op: 'or', items }
    return pushed ? { op: 'and', items: [pushed, keys] } : keys
  })
}
