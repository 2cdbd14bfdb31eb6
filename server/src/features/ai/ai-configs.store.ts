import { eq } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { users } from '../users/index.ts'
import { aiProviderConfigs as table } from './ai.tables.ts'

export type ConfigRow = typeof table.$inferSelect

export async function findConfig(db: Executor, userId: number): Promise<ConfigRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.userId, userId))
  return row
}

/** A row that does not exist cannot be locked, so the user is: two first changes at once wait for each other. */
export async function lockConfig(tx: Executor, userId: number): Promise<ConfigRow | undefined> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
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
