import type { NodeColumns } from '../canvas/row-columns.ts'
import type { LogicalQuery } from './resolve-canvas.ts'
import type { TableId } from './plan.ts'

/**
 * The attributes each table has to keep: those that become columns and those that joins compare. Attributes that only
 * filters use are dropped after reading.
 */
export function keptProperties(
  { tables, joins }: LogicalQuery,
  columns: readonly NodeColumns[],
): ReadonlyMap<TableId, readonly string[] | undefined> {
  return new Map(tables.map(({ id }) => [id, keptByTable(id, joins, columns)]))
}

function keptByTable(id: TableId, joins: LogicalQuery['joins'], columns: readonly NodeColumns[]): readonly string[] | undefined {
  const shown = columns.find(({ node }) => node.id === id)
  if (shown !== undefined && shown.properties === undefined) return undefined
  return [...new Set(['dn', ...(shown?.properties ?? []), ...joins.flatMap((join) => joinProperties(id, join))])].filter(
    (property) => property !== 'className',
  )
}

function joinProperties(id: TableId, { on, left, right }: LogicalQuery['joins'][number]): readonly string[] {
  if (on.kind === 'equal') return [...(left === id ? [on.left] : []), ...(right === id ? [on.right] : [])]
  if (on.kind === 'relation_end' && (on.relation === 'left' ? left : right) === id) return ['tDn']
  return []
}
