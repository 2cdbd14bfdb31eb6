import { type AnyColumn, eq, type SQL } from 'drizzle-orm'

/** Which rows to read, and in which order: a store adds the columns. */
export type RowSelection = {
  readonly where: SQL | undefined
  readonly orderBy: readonly SQL[]
  readonly limit: number
  readonly offset: number
}

export const selectOne = (column: AnyColumn, value: string | number): RowSelection => ({
  where: eq(column, value),
  orderBy: [],
  limit: 1,
  offset: 0,
})
