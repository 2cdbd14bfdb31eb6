import type { TableAccess, TableId } from './plan.ts'
import type { SourceTable } from './source-tables.ts'

/** One way to read one table. */
export type AccessPath = {
  readonly table: SourceTable
  readonly access: TableAccess
  readonly after: readonly TableId[]
  readonly cost: number
  readonly rows: number
  readonly level: number
}
