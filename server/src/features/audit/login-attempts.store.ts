import { and, eq, gte, lte } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageRequest, CountedPage } from '../../kernel/paging.ts'
import { loginAttempts as table } from './audit.tables.ts'
import { readPage } from '../../platform/sql/bounded-count.ts'
import { type WalkOrder, walkSql } from '../../platform/sql/walk-order.ts'

export type LoginAttemptFilter = {
  readonly username?: string | undefined
  readonly success?: boolean | undefined
  readonly ip?: string | undefined
  readonly after?: Date | undefined
  readonly before?: Date | undefined
  readonly order: WalkOrder
}
export type LoginAttemptRow = typeof table.$inferSelect

export async function listLoginAttempts(
  db: Executor,
  filter: LoginAttemptFilter,
  page: PageRequest,
): Promise<CountedPage<LoginAttemptRow>> {
  const where = and(
    filter.username === undefined ? undefined : eq(table.username, filter.username),
    filter.success === undefined ? undefined : eq(table.success, filter.success),
    filter.ip === undefined ? undefined : eq(table.ipAddress, filter.ip),
    filter.after === undefined ? undefined : gte(table.attemptedAt, filter.after),
    filter.before === undefined ? undefined : lte(table.attemptedAt, filter.before),
  )
  const order = walkSql({ time: table.attemptedAt, id: table.id }, filter.order)
  const query = db.select().from(table).$dynamic()
  return readPage(db, query, { table, where, order }, page)
}
