import { eq } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { aiProviderConfigs as table } from './ai.tables.ts'

export type ConfigRow = typeof table.$inferSelect

export async function findConfig(db: Executor, userId: number): Promise<ConfigRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.userId, userId))
  return row
}

export async function lockConfig(tx: Executor, userId: number): Promise<ConfigRow | undefined> {
  const [row] = await tx.select().from(table).where(eq(table.userId, userId)).for('update')
  return row
}

export async function upsertConfig(tx: Executor, config: ConfigRow): Promise<void> {
  const { userId: _userId, ...changes } = config
  await tx.insert(table).values(config).onConflictDoUpdate({ target: table.userId, set: changes })
}

export async function deleteConfig(tx: Executor, userId: number): Promise<void> {
  await tx.delete(table).where(eq(table.userId, userId))
}
