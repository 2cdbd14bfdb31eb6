import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Order } from '../../kernel/paging.ts'

type Direction = 'asc' | 'desc'

/** The order in which to walk a log: by time and then id, or by id alone. */
export type WalkOrder = { readonly time?: Direction; readonly id: Direction }

/** The two columns that every index of a log ends in. */
export type Timeline = { readonly time: PgColumn; readonly id: PgColumn }

/** A position in a walk. */
export type WalkPlace = { readonly time: Date; readonly id: number }

/**
 * The effective order of `ordering`: fields after the id change nothing, and without an id it follows the time's
 * direction.
 */
export function walkOrder(orders: readonly Order<string>[]): WalkOrder {
  const directionOf = ({ descending }: Order<string>): Direction => (descending ? 'desc' : 'asc')
  const idAt = orders.findIndex(({ field }) => field === 'id')
  const id = orders[idAt]
  const [time] = orders
  if (time === undefined || time === id) return { id: id ? directionOf(id) : 'desc' }
  return { time: directionOf(time), id: directionOf(id ?? time) }
}

/** Without `nulls last`: the columns are never null, and the indexes do not have it. */
export function walkSql({ time, id }: Timeline, order: WalkOrder): SQL[] {
  const byId = order.id === 'asc' ? asc(id) : desc(id)
  if (order.time === undefined) return [byId]
  return [order.time === 'asc' ? asc(time) : desc(time), byId]
}

/** The rows after a place; the plain bound on the time lets the index seek to it. */
export function afterSql({ time, id }: Timeline, order: WalkOrder, place: WalkPlace): SQL | undefined {
  const laterId = order.id === 'asc' ? gt(id, place.id) : lt(id, place.id)
  if (order.time === undefined) return laterId
  const [notBefore, later] = order.time === 'asc' ? [gte, gt] : [lte, lt]
  return and(notBefore(time, place.time), or(later(time, place.time), and(eq(time, place.time), laterId)))
}
