import { type AuditSettings, DEFAULT_AUDIT_SETTINGS } from '@heddle/domain/audit/audit-settings.ts'
import { eq, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { readInstanceSetting, writeInstanceSetting } from '../../platform/instance/instance-settings.ts'
import { instanceSettings } from '../../platform/instance/instance.tables.ts'

const KEY = 'audit'

/** What is stored of the settings; null for nothing. */
export const readStoredSettings = async (db: Executor): Promise<unknown> => (await readInstanceSetting(db, KEY)) ?? null

export const STORED_SETTINGS = sql`(select ${instanceSettings.value} from ${instanceSettings} where ${instanceSettings.key} = ${sql.raw(`'${KEY}'`)})`

export const readAuditSettings = async (db: Executor): Promise<AuditSettings> =>
  completeSettings(await readStoredSettings(db))

/** Only changed settings are stored; all others, including those that later versions add, have their defaults. */
export function completeSettings(known: unknown): AuditSettings {
  const stored = (known ?? {}) as Partial<AuditSettings>
  return {
    ...DEFAULT_AUDIT_SETTINGS,
    ...stored,
    groups: { ...DEFAULT_AUDIT_SETTINGS.groups, ...stored.groups },
    retention_days: { ...DEFAULT_AUDIT_SETTINGS.retention_days, ...stored.retention_days },
  }
}

export const writeAuditSettings = (db: Executor, settings: AuditSettings): Promise<void> =>
  writeInstanceSetting(db, KEY, settings)

/** Locks the settings until the transaction ends, so that concurrent changes do not overwrite each other. */
export async function lockAuditSettings(tx: Executor): Promise<AuditSettings> {
  // A row that does not exist cannot be locked.
  await tx.insert(instanceSettings).values({ key: KEY, value: {} }).onConflictDoNothing()
  await tx
    .select({ key: instanceSettings.key })
    .from(instanceSettings)
    .where(eq(instanceSettings.key, KEY))
    .for('update')
  return readAuditSettings(tx)
}
