import type { TaskSettingsPatch } from '@heddle/contract/task-settings.ts'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Audit } from '../../audit/index.ts'
import { taskSettingsChanged } from '../executions.events.ts'
import { lockUserOfRuns, readTaskSettings, type TaskSettings, writeTaskSettings } from './task-settings.store.ts'

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly audit: Audit
}

export type TaskSettingsService = ReturnType<typeof createTaskSettingsService>

export function createTaskSettingsService({ database, events, audit }: Dependencies) {
  return {
    /** A user's settings for runs and scheduled tasks, with defaults filled in. */
    of: (userId: number, db: Executor = database.db): Promise<TaskSettings> => readTaskSettings(db, userId),

    change: (caller: Caller, patch: TaskSettingsPatch): Promise<TaskSettings> =>
      database.transaction(async (tx) => {
        await lockUserOfRuns(tx, caller.id)
        const before = await readTaskSettings(tx, caller.id)
        await writeTaskSettings(tx, caller.id, {
          maxConcurrentBackground: patch.max_concurrent_background ?? before.maxConcurrentBackground,
          executionLogRetentionDays: patch.execution_log_retention_days ?? before.executionLogRetentionDays,
          pauseAfterFailures: patch.pause_after_failures ?? before.pauseAfterFailures,
          ...(patch.default_timezone !== undefined && { defaultTimezone: patch.default_timezone }),
        })
        const after = await readTaskSettings(tx, caller.id)
        await audit.record(tx, {
          action: 'task_settings_update',
          description: `${caller.username} changed their task settings`,
          target: { type: 'task_settings', id: caller.id },
          content: { before, after },
        })
        // More runs may be allowed at once now.
        await events.raise(tx, taskSettingsChanged, { user_id: caller.id })
        return after
      }),
  }
}
