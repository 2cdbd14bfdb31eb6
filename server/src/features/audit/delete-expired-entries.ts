import { AUDIT_CATEGORIES } from '@heddle/domain/audit/categories.ts'
import { DAY } from '../../kernel/durations.ts'
import { deleteOldEntries, deleteOldLoginAttempts } from './audit-retention.store.ts'
import { readAuditSettings } from './audit-settings.store.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
import type { AuditParts } from './audit-parts.ts'

/** How long changes of the settings are kept at least. */
export const SETTINGS_CHANGES_DAYS = 365
/** What collectors have not taken is kept for so much longer than its retention says. */
export const UNSENT_DAYS = 30

const DELETE_BATCH = 1_000

/** What is sent elsewhere, too, and should not be deleted before that. */
export type UnsentHold = {
  /** The newest rows that all collectors have taken; undefined when nothing is sent anywhere. */
  readonly takenUpTo: () => Promise<{ readonly entries: number; readonly loginAttempts: number } | undefined>
  /** So many rows were deleted although they had not been taken. */
  readonly noteLost: (count: number) => Promise<void>
}

export async function deleteExpiredEntries(
  { database, clock, logger }: AuditParts,
  hold: UnsentHold | undefined,
): Promise<number> {
  const { retention_days: days } = await readAuditSettings(database.db)
  const now = clock.now().getTime()
  const taken = await hold?.takenUpTo()
  const lost = { count: 0 }
  const expiryOf = (category: keyof typeof days, takenUpTo: number | undefined) => {
    const before = new Date(now - days[category] * DAY)
    return {
      before,
      settingsBefore: new Date(now - SETTINGS_CHANGES_DAYS * DAY),
      unsent:
        takenUpTo === undefined
          ? undefined
          : { takenUpTo, before: new Date(before.getTime() - UNSENT_DAYS * DAY), lost },
    }
  }
  let deleted = await deleteInBatches(DELETE_BATCH, (limit) =>
    deleteOldLoginAttempts(database.db, expiryOf('authentication', taken?.loginAttempts), limit),
  )
  for (const category of AUDIT_CATEGORIES) {
    const expiry = expiryOf(category, taken?.entries)
    deleted += await deleteInBatches(DELETE_BATCH, (limit) => deleteOldEntries(database.db, category, expiry, limit))
  }
  if (deleted > 0) logger.info({ deleted }, 'deleted expired audit entries and login attempts')
  if (lost.count > 0) {
    logger.warn({ lost: lost.count }, 'deleted expired records that a collector had not taken')
    await hold?.noteLost(lost.count)
  }
  return deleted
}
