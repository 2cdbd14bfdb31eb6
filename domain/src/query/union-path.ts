import type { AccessPath } from './access-path.ts'
import type { UnionPart } from './plan.ts'
import type { SourceTable } from './source-tables.ts'
import { withinScope } from './within-scope.ts'

/** Reads each class of a union in its own way. Classes for which the controller checks nothing share a query. */
export function unionPath(table: SourceTable, paths: readonly AccessPath[]): AccessPath {
  const sum = (count: (path: AccessPath) => number) => paths.map(count).reduce((one, other) => one + other, 0)
  return {
    table,
    // One class that the controller does not know would spoil a request for several.
    access: { kind: 'union', parts: table.logical.optional ? paths.map(partOf) : shareQueries(paths.map(partOf)) },
    after: [...new Set(paths.flatMap(({ after }) => after))],
    cost: sum(({ cost }) => cost),
    rows: Math.max(
      1,
      sum(({ rows }) => rows),
    ),
    level: Math.max(0, ...paths.map(({ level }) => level)),
  }
}

function partOf({ table, access }: AccessPath): UnionPart {
  if (access.kind !== 'query' && access.kind !== 'semi_join')
    throw new Error(`a class of a union cannot be read as ${access.kind}`)
  return {
    class_names: [table.class_name],
    access,
    local: access.kind === 'semi_join' ? withinScope(table.logical.scope_dn, table.local) : table.local,
  }
}

/** One request below a scope can ask for several classes, unless a filter names one of them. */
function shareQueries(parts: readonly UnionPart[]): readonly UnionPart[] {
  const shared: UnionPart[] = []
  for (const part of parts) {
    const place = shared.findIndex((other) => canShare(other, part))
    const other = shared[place]
    if (other === undefined) shared.push(part)
    else shared[place] = together(other, part)
  }
  return shared
}

function canShare({ access: one, local }: UnionPart, { access: other, local: otherLocal }: UnionPart): boolean {
  if (one.kind !== 'query' || other.kind !== 'query' || one.groups || other.groups) return false
  if (one.query.target.kind !== 'mo' || one.query.filter || other.query.filter) return false
  const rest = ({ target_classes: _classes, order_by: _order, ...query }: typeof one.query) => JSON.stringify(query)
  return rest(one.query) === rest(other.query) && JSON.stringify(local) === JSON.stringify(otherLocal)
}

function together(one: UnionPart, other: UnionPart): UnionPart {
  if (one.access.kind !== 'query') return one
  const class_names = [...one.class_names, ...other.class_names]
  return { ...one, class_names, access: { ...one.access, query: { ...one.access.query, target_classes: class_names } } }
}
