import { eq, inArray } from 'drizzle-orm'
import type { REFERENCE_ORDERS } from '@heddle/contract/automation-templates.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Order, PageOf, PageRequest } from '../../../kernel/paging.ts'
import { contains, natural, orderBy } from '../../../platform/sql/list-sql.ts'
import { users } from '../../users/index.ts'
import type { automationRegexPatterns } from '../automation-templates.tables.ts'
import type { FoundReference, ReferenceTable } from './reference-table.ts'

export type ReferenceFilter = {
  readonly search?: string | undefined
  readonly order: readonly Order<(typeof REFERENCE_ORDERS)[number]>[]
}
export type ReferenceStore<T extends ReferenceTable> = ReturnType<typeof createReferenceStore<T>>

/** The SQL that all reference data has in common. */
export function createReferenceStore<T extends ReferenceTable>(table: T) {
  type Row = T['$inferSelect']
  // All of them have these columns; the types of drizzle cannot build statements about one of several tables.
  const common = table as unknown as typeof automationRegexPatterns
  const rowsOf = (found: readonly unknown[]) => found as readonly FoundReference<Row>[]
  const select = (db: Executor) =>
    db
      .select({ row: common, createdByName: users.username })
      .from(common)
      .leftJoin(users, eq(users.id, common.createdBy))
      .$dynamic()

  return {
    /** The ids of a page: a list may have megabytes of values, so they are read a few at a time. */
    listIds: async (db: Executor, { search, order }: ReferenceFilter, page: PageRequest): Promise<PageOf<string>> => {
      const where = contains(search, [common.name, common.description])
      const columns = { name: natural(common.name), created_at: common.createdAt, updated_at: common.updatedAt }
      const items = await db
        .select({ id: common.id })
        .from(common)
        .where(where)
        .orderBy(...orderBy(order, columns, common.id))
        .limit(page.size)
        .offset(page.offset)
      return { count: await db.$count(common, where), items: items.map(({ id }) => id) }
    },

    /** Those with these ids, in this order; those deleted meanwhile are left out. */
    findMany: async (db: Executor, ids: readonly string[]): Promise<readonly FoundReference<Row>[]> => {
      const found = rowsOf(await select(db).where(inArray(common.id, [...ids])))
      return ids.flatMap((id) => found.find(({ row }) => row.id === id) ?? [])
    },

    find: async (db: Executor, id: string): Promise<FoundReference<Row> | undefined> =>
      rowsOf(await select(db).where(eq(common.id, id)))[0],

    /** Locks the row until the transaction ends. */
    lock: async (tx: Executor, id: string): Promise<Row | undefined> => {
      const [row] = await tx.select().from(common).where(eq(common.id, id)).for('update')
      return row
    },

    insert: async (tx: Executor, row: T['$inferInsert']): Promise<void> => {
      await tx.insert(common).values(row as typeof common.$inferInsert)
    },

    update: async (tx: Executor, id: string, changes: Partial<T['$inferInsert']>): Promise<void> => {
      await tx.update(common).set(changes).where(eq(common.id, id))
    },

    remove: async (tx: Executor, id: string): Promise<void> => {
      await tx.delete(common).where(eq(common.id, id))
    },
  }
}
