import { type AuditSettings, DEFAULT_AUDIT_SETTINGS } from '@heddle/domain/audit/audit-settings.ts'
import { eq } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { readInstanceSetting, writeInstanceSetting } from '../../platform/instance/instance-settings.ts'
import { instanceSettings } from '../../platform/instance/instance.tables.ts'

const KEY = 'audit'

/** Only changed settings are stored; all others, including those that later versions add, have their defaults. */
export async function readAuditSettings(db: Executor): Promise<AuditSettings> {
  const stored = ((await readInstanceSetting(db, KEY)) ?? {}) as Partial<AuditSettings>
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
