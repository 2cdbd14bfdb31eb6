import type { SnapshotSettings } from '@heddle/contract/history.ts'
import type { UserSnapshotSettings } from './settings.store.ts'

export const presentSnapshotSettings = (settings: UserSnapshotSettings): SnapshotSettings => ({
  default_retention_policy: settings.defaultRetentionPolicy,
  auto_capture_enabled: settings.autoCaptureEnabled,
  diff_key_strategy: settings.diffKeyStrategy,
  diff_ignore_fields: [...settings.diffIgnoreFields],
  keep_first_and_last: settings.keepFirstAndLast,
})
