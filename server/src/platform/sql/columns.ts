import { customType, timestamp } from 'drizzle-orm/pg-core'

/**
 * Timestamps are stored to the millisecond, as the wire shows them, so that a value read compares equal to the stored
 * one.
 */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
