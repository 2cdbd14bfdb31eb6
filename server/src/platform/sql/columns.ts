import { type AnyColumn, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

/**
 * Timestamps are stored to the millisecond, as the wire shows them, so that a value read compares equal to the stored
 * one.
 */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

/** What `timestamp` of kernel/instants.ts writes, for JSON that the database writes. */
export const timestampText = (column: AnyColumn): SQL<string> =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`

/** An instant by the database's clock, which all processes share. */
export const fromNow = (ms: number | Placeholder): SQL<Date> => sql<Date>`now() + ${ms} * interval '1 millisecond'`

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
