import type { AccessPath } from './access-path.ts'
import { cheapestPath, ownPath, type PlannedTable } from './access-paths.ts'
import { nestedRead, type NestedRead } from './nested-read.ts'
import type { ClassModel } from '../mim/model.ts'
import { tableClasses, type LogicalQuery } from './resolve-canvas.ts'
import type { Fetch, PlanTable, TableId } from './plan.ts'
import { splitClasses } from './split-classes.ts'
import type { SourceTable } from './source-tables.ts'
import { allOf, withinScope } from './within-scope.ts'

type Tables = ReadonlyMap<TableId, SourceTable>
type Progress = {
  readonly fetches: Fetch[]
  readonly decided: Map<TableId, PlannedTable>
  readonly fetchOf: Map<TableId, number>
}

/**
 * Decides how each table is read: the cheapest one first, on its own, then always the cheapest of those joined to a
 * table already decided. Estimates only ever choose between ways that give the same result.
 */
export function planFetches(query: LogicalQuery, tables: Tables, model: ClassModel): readonly Fetch[] {
  const progress: Progress = { fetches: [], decided: new Map(), fetchOf: new Map() }
  while (progress.decided.size < tables.size) {
    const path = nextPath(query, tables, progress.decided)
    const isOneQuery = path.access.kind === 'query' && path.access.groups === undefined
    const nested = isOneQuery ? nestedRead(path.table, query, tables, progress.decided, model) : undefined
    addFetch(path, nested, progress, model)
  }
  return progress.fetches
}

function nextPath(query: LogicalQuery, tables: Tables, decided: ReadonlyMap<TableId, PlannedTable>): AccessPath {
  const waiting = [...tables.values()].filter((table) => !decided.has(table.id))
  const joined = waiting.filter((table) => isJoined(table, query, decided))
  const paths =
    joined.length === 0 ? waiting.map(ownPath) : joined.map((table) => cheapestPath(table, query, tables, decided))
  return paths.reduce((best, path) => (path.cost < best.cost ? path : best))
}

function isJoined({ id }: SourceTable, { joins }: LogicalQuery, decided: ReadonlyMap<TableId, PlannedTable>): boolean {
  return joins.some(({ left, right }) => (left === id && decided.has(right)) || (right === id && decided.has(left)))
}

function addFetch(
  path: AccessPath,
  nested: NestedRead | undefined,
  { fetches, decided, fetchOf }: Progress,
  model: ClassModel,
): void {
  const index = fetches.length
  const members = nested?.members ?? []
  const after = new Set(path.after.flatMap((table) => fetchOf.get(table) ?? []))
  fetches.push({
    index,
    tables: [
      readTable(path),
      ...members.map(({ table }) => nestedTable(table, nested?.query.subtree?.filter !== undefined)),
    ],
    access: nested === undefined ? path.access : { kind: 'nested', query: nested.query, rn_formats: nested.rn_formats },
    split_by: [...new Set(tableClasses(path.table.logical).flatMap((name) => splitClasses(name, model)))],
    after: [...after],
    estimated_rows: members.reduce((sum, member) => sum + member.rows, path.rows),
  })
  for (const { table, rows } of [{ table: path.table, rows: path.rows }, ...members]) {
    decided.set(table.id, { rows, level: path.level })
    fetchOf.set(table.id, index)
  }
}

function readTable({ table, access }: AccessPath): PlanTable {
  return {
    ...common(table),
    pushed: table.pushed,
    local: access.kind === 'semi_join' ? withinScope(table.logical.scope_dn, table.local) : table.local,
  }
}

// The controller can filter children of only one class, so all their filters are checked here as well.
function nestedTable(table: SourceTable, isFiltered: boolean): PlanTable {
  const member_classes = [...(table.members ?? [])]
  return {
    ...common(table),
    member_classes,
    pushed: isFiltered ? table.pushed : undefined,
    local: allOf(table.logical.filters),
  }
}

function common({ id, logical, class_name, properties, scope_dn }: SourceTable): Omit<PlanTable, 'pushed' | 'local'> {
  const class_names = logical.parts === undefined ? {} : { class_names: tableClasses(logical) }
  const optional = logical.optional && { optional: logical.optional }
  return { id, node_id: logical.node_id, class_name, ...class_names, ...optional, properties, scope_dn }
}
