import type { MatchOperand } from '../canvas/canvas.ts'
import type { NodeColumns, EdgeColumns } from '../canvas/row-columns.ts'
import { compileExpression } from '../expression/expression.ts'
import type { LogicalQuery } from './resolve-canvas.ts'
import type { TableId } from './plan.ts'

/**
 * The attributes each table has to keep: those that become columns and those that joins compare. Attributes that only
 * filters use are dropped after reading.
 */
export function keptProperties(
  { tables, joins }: LogicalQuery,
  columns: readonly NodeColumns[],
  relations: readonly EdgeColumns[],
): ReadonlyMap<TableId, readonly string[] | undefined> {
  return new Map(
    tables.map(({ id, edge_id }) => {
      const shown =
        edge_id === undefined
          ? columns.find(({ node }) => node.id === id)
          : relations.find(({ edge }) => edge.id === edge_id)
      return [id, keptByTable(id, joins, shown)]
    }),
  )
}

function keptByTable(
  id: TableId,
  joins: LogicalQuery['joins'],
  shown: Pick<NodeColumns, 'properties'> | undefined,
): readonly string[] | undefined {
  if (shown !== undefined && shown.properties === undefined) return undefined
  return [
    ...new Set(['dn', ...(shown?.properties ?? []), ...joins.flatMap((join) => joinProperties(id, join))]),
  ].filter((property) => property !== 'className')
}

function joinProperties(id: TableId, { on, left, right }: LogicalQuery['joins'][number]): readonly string[] {
  if (on.kind === 'equal') return [...(left === id ? [on.left] : []), ...(right === id ? [on.right] : [])]
  if (on.kind === 'conditions') {
    return on.all.flatMap(({ source, targets }) => [
      ...(left === id ? propertiesOf(source) : []),
      ...(right === id ? targets.flatMap(propertiesOf) : []),
    ])
  }
  if (on.kind === 'relation_end' && (on.relation === 'left' ? left : right) === id) return ['tDn']
  return []
}

function propertiesOf(operand: MatchOperand): readonly string[] {
  if (typeof operand === 'string') return [operand]
  const compiled = compileExpression(operand.expression)
  return compiled.ok ? compiled.named : []
}
