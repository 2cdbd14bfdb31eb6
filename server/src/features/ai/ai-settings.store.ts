import { eq } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { aiSettings as table } from './ai.tables.ts'

const ONLY_ID = 1

export type SettingsRow = Omit<typeof table.$inferSelect, 'id' | 'updatedAt'>

/** What holds until an administrator changes it. */
export const DEFAULT_SETTINGS: SettingsRow = {
  isEnabled: true,
  provider: null,
  model: null,
  baseUrl: null,
  deploymentName: null,
  apiKeySealed: null,
  promptStyle: 'normal',
  verbosity: 'normal',
  defaultComplexity: 'auto',
  sharesResults: false,
  auditsPrompts: false,
}

export async function readAiSettings(db: Executor): Promise<SettingsRow> {
  const [row] = await db.select().from(table).where(eq(table.id, ONLY_ID))
  return row ?? DEFAULT_SETTINGS
}

/** Creates the row if there is none, so that two first changes wait for each other too. */
export async function lockSettings(tx: Executor, now: Date): Promise<SettingsRow> {
  await tx
    .insert(table)
    .values({ ...DEFAULT_SETTINGS, id: ONLY_ID, updatedAt: now })
    .onConflictDoNothing()
  const [row] = await tx.select().from(table).where(eq(table.id, ONLY_ID)).for('update')
  return row!
}

export async function updateSettings(
  tx: Executor,
  changes: Partial<SettingsRow> & { readonly updatedAt: Date },
): Promise<void> {
  await tx.update(table).set(changes).where(eq(table.id, ONLY_ID))
}
