import { asc, desc, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Order } from '../../platform/http/query-parameters.ts'

/**
 * The order of a log, along its index: by time, then id. Logs of a million rows offer no other, which would have to be sorted. No
 * `nulls last`: the time is never null, and the indexes are not made for it.
 */
export function alongTime([first]: readonly Order<string>[], time: PgColumn, id: PgColumn): SQL[] {
  const direction = first?.descending === false ? asc : desc
  return [direction(time), direction(id)]
}
