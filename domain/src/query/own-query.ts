import type { ControllerQuery } from '../controller-query/controller-query.ts'
import type { SourceTable } from './source-tables.ts'

/** Reads a table independently of all others: below its scope if there is one, else the whole class. */
export function ownQuery(table: SourceTable): ControllerQuery {
  const common = {
    ...(table.pushed === undefined ? {} : { filter: table.pushed }),
    ...(table.time_range === undefined ? {} : { time_range: table.time_range }),
    ...(table.naming_only ? { naming_only: true } : {}),
    order_by: table.class_name,
  }
  if (table.scope_dn === undefined) return { target: { kind: 'class', class_name: table.class_name }, ...common }
  const target = { kind: 'mo', dn: table.scope_dn } as const
  return { target, query_target: 'subtree', target_classes: [table.class_name], ...common }
}
