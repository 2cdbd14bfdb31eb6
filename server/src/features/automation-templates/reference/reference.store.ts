import { type AnyColumn, eq, getTableColumns, type SQL, type Subquery } from 'drizzle-orm'
import type { REFERENCE_ORDERS } from '@heddle/contract/automation-templates.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Order, PageInParts, PageRequest } from '../../../kernel/paging.ts'
import { contains, natural, orderBy } from '../../../platform/sql/list-sql.ts'
import { pagesBySize } from '../../../platform/sql/page-by-size.ts'
import { users } from '../../users/index.ts'
import type { automationRegexPatterns } from '../automation-templates.tables.ts'
import type { FoundReference, ReferenceTable } from './reference-table.ts'

export type ReferenceFilter = {
  readonly search?: string | undefined
  readonly order: readonly Order<(typeof REFERENCE_ORDERS)[number]>[]
}
export type ReferenceStore<T extends ReferenceTable> = ReturnType<typeof createReferenceStore<T>>

/** The SQL that all reference data has in common. One column holds what may be large. */
export function createReferenceStore<T extends ReferenceTable>(table: T, large: keyof T['_']['columns'] & string) {
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
  const columns: Readonly<Record<string, AnyColumn>> = getTableColumns(common)
  const pages = pagesBySize(common, [columns[large]!])
  const listed = {
    id: common.id,
    isWhole: pages.isWhole,
    row: { ...getTableColumns(common), [large]: pages.valueOf(columns[large]!) },
    createdByName: users.username,
  }
  type Listed = FoundReference<Row> & { readonly id: string; readonly isWhole: boolean; readonly total: number }
  const readPage = async (db: Executor, from: Subquery, total: SQL.Aliased<number>) =>
    (await db
      .select({ ...listed, total })
      .from(from)
      .leftJoin(users, eq(users.id, common.createdBy))
      .orderBy(pages.place)) as readonly unknown[] as readonly Listed[]

  return {
    /** One page; a list may have megabytes of values. */
    list: async (
      db: Executor,
      { search, order }: ReferenceFilter,
      page: PageRequest,
    ): Promise<PageInParts<FoundReference<Row>>> => {
      const where = contains(search, [common.name, common.description])
      const orders = { name: natural(common.name), created_at: common.createdAt, updated_at: common.updatedAt }
      const chosen = db
        .select(pages.columns)
        .from(common)
        .where(where)
        .orderBy(...orderBy(order, orders, common.id))
        .limit(page.size)
        .offset(page.offset)
      return pages.read(db, { where, page, chosen }, (from, total) => readPage(db, from, total))
    },

    find: async (db: Executor, id: string): Promise<FoundReference<Row> | undefined> =>
      rowsOf(await select(db).where(eq(common.id, id)))[0],

    all: async (tx: Executor): Promise<readonly Row[]> =>
      (await tx.select().from(common).orderBy(common.name, common.id)) as readonly unknown[] as readonly Row[],

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
