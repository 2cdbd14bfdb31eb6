import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Order } from '../http/query-parameters.ts'

type Direction = 'asc' | 'desc'

/** How a log is walked: by time and then id, or by id alone. */
export type WalkOrder = { readonly time?: Direction; readonly id: Direction }

/** The two columns every index of a log ends in. */
export type Timeline = { readonly time: PgColumn; readonly id: PgColumn }

/** Where a walk stands. */
export type Place = { readonly time: Date; readonly id: number }

/** What `ordering` comes to: nothing behind the id changes the order any more, and without one it follows the time. */
export function walkOrder(orders: readonly Order<string>[]): WalkOrder {
  const directionOf = ({ descending }: Order<string>): Direction => (descending ? 'desc' : 'asc')
  const idAt = orders.findIndex(({ field }) => field === 'id')
  const id = orders[idAt]
  const [time] = orders
  if (time === undefined || time === id) return { id: id ? directionOf(id) : 'desc' }
  return { time: directionOf(time), id: directionOf(id ?? time) }
}

/** No `nulls last`: the columns are never null, and the indexes are not made for it. */
export function walkSql({ time, id }: Timeline, order: WalkOrder): SQL[] {
  const byId = order.id === 'asc' ? asc(id) : desc(id)
  if (order.time === undefined) return [byId]
  return [order.time === 'asc' ? asc(time) : desc(time), byId]
}

/** What comes after a place; the plain bound on the time is what an index can start from. */
export function afterSql({ time, id }: Timeline, order: WalkOrder, place: Place): SQL | undefined {
  const laterId = order.id === 'asc' ? gt(id, place.id) : lt(id, place.id)
  if (order.time === undefined) return laterId
  const [notBefore, later] = order.time === 'asc' ? [gte, gt] : [lte, lt]
  return and(notBefore(time, place.time), or(later(time, place.time), and(eq(time, place.time), laterId)))
}
