import type { NotificationPreferences, NotificationPreferencesPatch } from '@heddle/contract/notifications.ts'
import { mergeNotificationPreferences } from '@heddle/domain/notification/preferences.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { type FieldMessages, hasError, validFields } from '../../kernel/field-messages.ts'
import type { Audit } from '../audit/index.ts'
import { findPreferences, lockPreferences, updatePreferences } from './preferences.store.ts'

type Dependencies = {
  readonly database: Database
  readonly audit: Audit
  /** Reschedules waiting mails, and drops those that are no longer wanted. */
  readonly planMailsAnew: (tx: Executor, userId: number) => Promise<void>
}

export function createPreferencesService({ database, audit, planMailsAnew }: Dependencies) {
  return {
    preferences: (caller: Caller): Promise<NotificationPreferences> => findPreferences(database.db, caller.id),

    /** Merged per key, including the categories. Quiet hours are checked as a pair if both are valid. */
    changePreferences: (
      caller: Caller,
      patch: NotificationPreferencesPatch,
      known: FieldMessages = {},
    ): Promise<NotificationPreferences> =>
      database.transaction(async (tx) => {
        const before = await lockPreferences(tx, caller.id)
        const { preferences, faults: unfit } = mergeNotificationPreferences(before, validFields(patch, known))
        const isReadable = !hasError(known, 'quiet_hours_start') && !hasError(known, 'quiet_hours_end')
        const faults = { ...known, ...(isReadable && unfit) }
        if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
        await updatePreferences(tx, caller.id, preferences)
        await planMailsAnew(tx, caller.id)
        await audit.record(tx, {
          action: 'notification_preferences_update',
          description: `${caller.username} changed their notification preferences`,
          target: { type: 'user', id: caller.id },
          content: { before, after: preferences },
        })
        return preferences
      }),
  }
}
