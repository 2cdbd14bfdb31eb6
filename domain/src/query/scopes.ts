import type { Filter } from '../canvas/canvas.ts'
import { dnFault } from '../validation/scope-rules.ts'
import { isBelow } from '../dn/dn.ts'
import type { LogicalQuery, LogicalTable } from './resolve-canvas.ts'
import type { TableId } from './plan.ts'

/** Classes with only one possible parent object: the name of one of their objects determines its DN. */
const ONLY_BELOW: Readonly<Record<string, { readonly parent: string; readonly rn: string }>> = {
  fvTenant: { parent: 'uni', rn: 'tn-' },
  infraAccPortP: { parent: 'uni/infra', rn: 'accportprof-' },
  infraAttEntityP: { parent: 'uni/infra', rn: 'attentp-' },
  infraNodeP: { parent: 'uni/infra', rn: 'nprof-' },
}

/**
 * The DN each table can be searched below: its own scope, or that of an object that contains it. A filter that leaves
 * only one DN (`dn eq …`, the name of a tenant) scopes the tables below it, not the table itself.
 */
export function inheritScopes({ tables, joins }: LogicalQuery): ReadonlyMap<TableId, string> {
  const scopes = new Map(
    tables.flatMap((table) => (table.scope_dn === undefined ? [] : [[table.id, table.scope_dn] as const])),
  )
  const single = new Map(tables.map((table) => [table.id, impliedDn(table)]))
  // A scope is passed on at most once per join.
  for (let round = 0; round < joins.length; round += 1) {
    for (const join of joins) {
      const down = containmentOf(join)
      const above = down && (single.get(down.parent) ?? scopes.get(down.parent))
      if (down !== undefined && above !== undefined) scopes.set(down.child, narrower(scopes.get(down.child), above))
    }
  }
  return scopes
}

/** Which of two joined tables contains the other; undefined for other joins. */
export function containmentOf(
  join: LogicalQuery['joins'][number],
): { readonly parent: TableId; readonly child: TableId } | undefined {
  if (join.on.kind === 'child' || join.on.kind === 'descendant') return { parent: join.left, child: join.right }
  // Always an inner join, so the side that is narrowed is never one that must be kept.
  if (join.on.kind === 'parent' && join.join === 'inner') return { parent: join.right, child: join.left }
  return undefined
}

function narrower(own: string | undefined, inherited: string): string {
  return own === undefined || isBelow(inherited, own) ? inherited : own
}

/** The only DN the filters leave, if that is certain. */
export function impliedDn({
  class_name,
  filters,
  parts,
}: Pick<LogicalTable, 'class_name' | 'filters' | 'parts'>): string | undefined {
  const dn = equalValue(filters, 'dn')
  if (dn !== undefined) return dnFault(dn) === undefined ? dn : undefined
  const place = parts === undefined ? ONLY_BELOW[class_name] : undefined
  const name = place === undefined ? undefined : equalValue(filters, 'name')
  const isCertain = name !== undefined && /^[\w.:-]+$/.test(name)
  return place !== undefined && isCertain ? `${place.parent}/${place.rn}${name}` : undefined
}

function equalValue(filters: readonly Filter[], property: string): string | undefined {
  for (const filter of filters) {
    if (
      'property' in filter &&
      filter.property === property &&
      filter.operator === 'eq' &&
      typeof filter.value === 'string' &&
      filter.compare === undefined
    ) {
      return filter.value
    }
  }
  return undefined
}
