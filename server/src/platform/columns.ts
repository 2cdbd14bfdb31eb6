import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Instants are kept to the millisecond, as the wire shows them, so that what was read compares equal to what is stored. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
