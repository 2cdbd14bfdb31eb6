import { AUDIT_CATEGORIES } from '@heddle/domain/audit/categories.ts'
import { DAY } from '../../kernel/durations.ts'
import { deleteOldEntries, deleteOldLoginAttempts } from './audit-retention.store.ts'
import { readAuditSettings } from './audit-settings.store.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
import type { AuditParts } from './audit-parts.ts'

/** How long changes of the settings are kept at least. */
export const SETTINGS_CHANGES_DAYS = 365

const DELETE_BATCH = 1_000

export async function deleteExpiredEntries({ database, clock, logger }: AuditParts): Promise<number> {
  const { retention_days: days } = await readAuditSettings(database.db)
  const now = clock.now().getTime()
  const before = (category: keyof typeof days) => new Date(now - days[category] * DAY)
  let deleted = await deleteInBatches(DELETE_BATCH, (limit) =>
    deleteOldLoginAttempts(database.db, before('authentication'), limit),
  )
  const settingsBefore = new Date(now - SETTINGS_CHANGES_DAYS * DAY)
  for (const category of AUDIT_CATEGORIES) {
    const expiry = { before: before(category), settingsBefore }
    deleted += await deleteInBatches(DELETE_BATCH, (limit) => deleteOldEntries(database.db, category, expiry, limit))
  }
  if (deleted > 0) logger.info({ deleted }, 'deleted expired audit entries and login attempts')
  return deleted
}
