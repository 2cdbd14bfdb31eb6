import type { AccessPath } from './access-path.ts'
import type { LogicalQuery } from './resolve-canvas.ts'
import { ownQuery } from './own-query.ts'
import type { TableId } from './plan.ts'
import { semiJoins, type SemiJoin } from './semi-joins.ts'
import type { SourceTable } from './source-tables.ts'
import { unionPath } from './union-path.ts'

/** Bytes of an object on the wire, and the overhead of a request, in bytes that could be read in that time. */
export const ROW_COST = 800
export const REQUEST_COST = 20_000
const NAMING_ROW_COST = 250
/** The cost of waiting, for each table waited for. */
const WAIT_COST = 10_000
const PAGE = 10_000

/** What is known about a table once it is decided how to read it. */
export type PlannedTable = {
  /** Expected rows after reading and local filters. */
  readonly rows: number
  /** How many reads must finish, one after the other, before this one. */
  readonly level: number
}

type Tables = ReadonlyMap<TableId, SourceTable>

/** The cheapest way to read a table, given the tables decided so far. */
export function cheapestPath(
  table: SourceTable,
  query: LogicalQuery,
  tables: Tables,
  decided: ReadonlyMap<TableId, PlannedTable>,
): AccessPath {
  if (table.parts !== undefined)
    return unionPath(
      table,
      partsOf(table).map((part) => cheapestPath(part, query, tables, decided)),
    )
  const own = ownPath(table)
  return semiJoins(table, query, tables)
    .flatMap((semi) => semiJoinPath(own, semi, tables, decided.get(semi.keys.from)))
    .reduce((best, path) => (path.cost < best.cost ? path : best), own)
}

/** Reading the table with its own query. */
export function ownPath(table: SourceTable): AccessPath {
  if (table.parts !== undefined) return unionPath(table, partsOf(table).map(ownPath))
  if (table.is_empty) return unread(table)
  const cost = Math.ceil(table.readRows / PAGE) * REQUEST_COST + table.readRows * rowCost(table)
  const { groups } = table
  const groupsCost =
    groups === undefined ? Infinity : groups.filters.length * REQUEST_COST + groups.rows * rowCost(table)
  if (groups !== undefined && groupsCost < cost) {
    const access = { kind: 'query', query: ownQuery(table), groups: groups.filters } as const
    return { table, access, after: [], cost: groupsCost, rows: table.keptRows, level: 0 }
  }
  return { table, access: { kind: 'query', query: ownQuery(table) }, after: [], cost, rows: table.keptRows, level: 0 }
}

/** The classes of a union to read. */
const partsOf = ({ parts = [], is_empty }: SourceTable): readonly SourceTable[] => (is_empty ? [] : parts)

function unread(table: SourceTable): AccessPath {
  const access = { kind: 'query', query: ownQuery(table), groups: [] } as const
  return { table, access, after: [], cost: 0, rows: 0, level: 0 }
}

function semiJoinPath(
  own: AccessPath,
  semi: SemiJoin,
  tables: Tables,
  from: PlannedTable | undefined,
): readonly AccessPath[] {
  if (from === undefined) return []
  const { table } = own
  const fits = chanceToFit(from.rows, semi.max_keys, tables.get(semi.keys.from))
  if (fits === 0) return []
  const keys = Math.min(from.rows, semi.max_keys, table.size)
  const read = Math.max(1, Math.min(table.readRows, keys * semi.rowsPerKey * table.pushedShare))
  const narrow = Math.ceil(keys / semi.keysPerRequest) * REQUEST_COST + read * rowCost(table)
  const level = from.level + 1
  return [
    {
      table,
      access: { kind: 'semi_join', keys: semi.keys, max_keys: semi.max_keys, otherwise: ownQuery(table) },
      after: [semi.keys.from],
      cost: fits * narrow + (1 - fits) * own.cost + level * WAIT_COST,
      rows: Math.max(1, Math.round((fits * read + (1 - fits) * table.readRows) * (table.keptRows / table.readRows))),
      level,
    },
  ]
}

/**
 * How likely it is that there are few enough keys. Estimates behind a filter are rough, so slightly too many keys still
 * have a chance: the run counts them and can fall back. An unfiltered table is as large as its class.
 */
function chanceToFit(rows: number, maxKeys: number, from: SourceTable | undefined): number {
  if (rows <= maxKeys) return 1
  const isRough = from !== undefined && from.keptRows < from.size
  return isRough && rows <= 4 * maxKeys ? maxKeys / rows : 0
}

export function rowCost(table: SourceTable): number {
  return table.naming_only ? NAMING_ROW_COST : ROW_COST
}
