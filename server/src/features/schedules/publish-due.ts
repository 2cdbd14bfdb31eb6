import type { Database } from '../../adapters/database/database.ts'
import type { Events } from '../../platform/events/events.ts'
import { taskDueChanged } from './schedules.events.ts'

/** A hint for the schedulers, which also poll. Slots that have passed make a task due immediately. */
export function publishDue(
  { database, events }: { readonly database: Database; readonly events: Events },
  nextRunAt: Date | null | undefined,
): void {
  if (nextRunAt)
    database.afterCommit(() => void events.publish(taskDueChanged, { next_run_at: nextRunAt.toISOString() }))
}
