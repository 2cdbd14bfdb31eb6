import { eq } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { instanceSettings } from './instance.tables.ts'

export async function readInstanceSetting(db: Executor, key: string): Promise<unknown> {
  const [row] = await db
    .select({ value: instanceSettings.value })
    .from(instanceSettings)
    .where(eq(instanceSettings.key, key))
  return row?.value
}

/** Writes a setting if it is missing; returns the stored value, ours or the existing one. */
export async function insertInstanceSettingIfMissing(db: Executor, key: string, value: unknown): Promise<unknown> {
  await db.insert(instanceSettings).values({ key, value }).onConflictDoNothing()
  return readInstanceSetting(db, key)
}

export async function writeInstanceSetting(db: Executor, key: string, value: unknown): Promise<void> {
  await db
    .insert(instanceSettings)
    .values({ key, value })
    .onConflictDoUpdate({ target: instanceSettings.key, set: { value } })
}

/** Returns what its value was. */
export async function deleteInstanceSetting(db: Executor, key: string): Promise<unknown> {
  const [row] = await db
    .delete(instanceSettings)
    .where(eq(instanceSettings.key, key))
    .returning({ value: instanceSettings.value })
  return row?.value
}
