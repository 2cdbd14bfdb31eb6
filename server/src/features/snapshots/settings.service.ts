import type { SnapshotSettingsPatch } from '@heddle/contract/history.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Audit } from '../audit/index.ts'
import { lockUserAgainstDeletion } from '../users/index.ts'
import { readSettings, type UserSnapshotSettings, writeSnapshotSettings } from './settings.store.ts'

type Dependencies = { readonly database: Database; readonly audit: Audit }

/** A user's defaults for keeping and comparing snapshots. */
export function createSnapshotSettings({ database, audit }: Dependencies) {
  return {
    changeSettings: (caller: Caller, patch: SnapshotSettingsPatch): Promise<UserSnapshotSettings> =>
      database.transaction(async (tx) => {
        await lockUserAgainstDeletion(tx, caller.id)
        const before = await readSettings(tx, caller.id)
        await writeSnapshotSettings(tx, caller.id, changesOf(patch))
        const after = await readSettings(tx, caller.id)
        await audit.record(tx, {
          action: 'snapshot_settings_update',
          description: `${caller.username} changed their snapshot settings`,
          target: { type: 'snapshot_settings', id: caller.id },
          content: { before, after },
        })
        return after
      }),
  }
}

const changesOf = (patch: SnapshotSettingsPatch): Parameters<typeof writeSnapshotSettings>[2] =>
  onlyGiven({
    defaultRetentionPolicy: patch.default_retention_policy,
    autoCaptureEnabled: patch.auto_capture_enabled,
    diffKeyStrategy: patch.diff_key_strategy,
    diffIgnoreFields: patch.diff_ignore_fields && [...new Set(patch.diff_ignore_fields)],
    keepFirstAndLast: patch.keep_first_and_last,
  })
