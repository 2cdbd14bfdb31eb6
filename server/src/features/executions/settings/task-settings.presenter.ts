import type { TaskSettingsReply } from '@heddle/contract/task-settings.ts'
import type { TaskSettings as Settings } from './task-settings.store.ts'

export const presentTaskSettings = (settings: Settings): TaskSettingsReply => ({
  max_concurrent_background: settings.maxConcurrentBackground,
  execution_log_retention_days: settings.executionLogRetentionDays,
  default_timezone: settings.defaultTimezone,
  pause_after_failures: settings.pauseAfterFailures,
})
