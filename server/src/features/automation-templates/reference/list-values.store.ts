import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { automationValidationLists as table } from '../automation-templates.tables.ts'

export type ListRow = typeof table.$inferSelect
export type ListFacts = Omit<ListRow, 'values'>

const { values: _, ...FACTS } = getTableColumns(table)

/** Lists without their values, which may be many. */
export async function findLists(db: Executor, ids: readonly string[]): Promise<readonly ListFacts[]> {
  if (ids.length === 0) return []
  return db
    .select(FACTS)
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(table.id)
}

export async function readListValues(db: Executor, id: string): Promise<readonly string[]> {
  const [row] = await db.select({ values: table.values }).from(table).where(eq(table.id, id))
  return row?.values ?? []
}

/** Keeps what was read from the source of a list, unless the list was changed meanwhile. */
export async function storeListValues(
  tx: Executor,
  { id, updatedAt }: Pick<ListRow, 'id' | 'updatedAt'>,
  { values, at }: { readonly values: readonly string[]; readonly at: Date },
): Promise<void> {
  await tx
    .update(table)
    .set({ values: [...values], refreshedAt: at })
    .where(and(eq(table.id, id), eq(table.updatedAt, updatedAt)))
}
