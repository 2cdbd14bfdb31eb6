import type { Filter } from '../canvas/canvas.ts'
import { cheapestPath, ownPath, type AccessPath, type PlannedTable } from './access-paths.ts'
import { nestedRead, type NestedRead } from './nested-read.ts'
import type { ClassModel } from '../mim/model.ts'
import type { LogicalQuery } from './resolve-canvas.ts'
import type { Fetch, Table, TableId } from './plan.ts'
import { splitClasses } from './split-classes.ts'
import type { SourceTable } from './source-tables.ts'

type Tables = ReadonlyMap<TableId, SourceTable>
type Progress = { readonly fetches: Fetch[]; readonly decided: Map<TableId, PlannedTable>; readonly fetchOf: Map<TableId, number> }

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
  const paths = joined.length === 0 ? waiting.map(ownPath) : joined.map((table) => cheapestPath(table, query, tables, decided))
  return paths.reduce((best, path) => (path.cost < best.cost ? path : best))
}

function isJoined({ id }: SourceTable, { joins }: LogicalQuery, decided: ReadonlyMap<TableId, PlannedTable>): boolean {
  return joins.some(({ left, right }) => (left === id && decided.has(right)) || (right === id && decided.has(left)))
}

function addFetch(path: AccessPath, nested: NestedRead | undefined, { fetches, decided, fetchOf }: Progress, model: ClassModel): void {
  const index = fetches.length
  const members = nested?.members ?? []
  const after = path.after === undefined ? undefined : fetchOf.get(path.after)
  fetches.push({
    index,
    tables: [readTable(path), ...members.map(({ table }) => nestedTable(table, nested?.query.subtree?.filter !== undefined))],
    access: nested === undefined ? path.access : { kind: 'nested', query: nested.query, rn_formats: nested.rn_formats },
    split_by: splitClasses(path.table.class_name, model),
    after: after === undefined ? [] : [after],
    estimated_rows: members.reduce((sum, member) => sum + member.rows, path.rows),
  })
  for (const { table, rows } of [{ table: path.table, rows: path.rows }, ...members]) {
    decided.set(table.id, { rows, level: path.level })
    fetchOf.set(table.id, index)
  }
}

function readTable({ table, access }: AccessPath): Table {
  const isScopedByQuery = access.kind !== 'semi_join'
  return { ...common(table), pushed: table.pushed, local: isScopedByQuery ? table.local : withinScope(table, table.local) }
}

// The controller can filter children of only one class, so all their filters are checked here as well.
function nestedTable(table: SourceTable, isFiltered: boolean): Table {
  const member_classes = [...(table.members ?? [])]
  return { ...common(table), member_classes, pushed: isFiltered ? table.pushed : undefined, local: allOf(table.logical.filters) }
}

function common({ id, logical, class_name, properties, scope_dn }: SourceTable): Omit<Table, 'pushed' | 'local'> {
  return { id, node_id: logical.node_id, class_name, properties, scope_dn }
}

/** Semi-join requests ignore the scope drawn on the canvas, so it is checked here. The joins imply inherited scopes. */
function withinScope({ logical }: SourceTable, local: Filter | undefined): Filter | undefined {
  if (logical.scope_dn === undefined) return local
  const inScope: Filter = {
    any: [
      { property: 'dn', operator: 'eq', value: logical.scope_dn },
      { property: 'dn', operator: 'starts_with', value: `${logical.scope_dn}/` },
    ],
  }
  return allOf(local === undefined ? [inScope] : [inScope, local])
}

function allOf(filters: readonly Filter[]): Filter | undefined {
  return filters.length > 1 ? { all: filters } : filters[0]
}
