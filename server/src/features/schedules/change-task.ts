import { FieldErrors } from '../../kernel/errors.ts'
import { type FieldMessages, hasError, mergeMessages, validFields } from '../../kernel/field-messages.ts'
import { applyBody, checkFields, relevantFaults, type TaskFields } from './check-task-body.ts'
import type { TaskBody } from './on-changes.ts'
import type { TaskChanges, TaskRow } from './schedules.store.ts'
import { hasSameCaptures } from './task-runs.ts'
import { isActive, isSameSchedule, slotAfter } from './task-schedule.ts'

/** The fields after a change, or a 400 with every error: in the schema, the values and the references. */
export function readFields(given: TaskBody, before: TaskFields, missing: FieldMessages): TaskFields {
  const fields = applyBody(before, validFields(given.body, given.faults))
  const type = hasError(given.faults, 'schedule_type') ? undefined : fields.scheduleType
  const valueFaults = checkFields(fields, (field) => hasError(given.faults, field))
  const faults = mergeMessages(relevantFaults(given.faults, type), valueFaults, missing)
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return fields
}

/** The changes to the row. A changed schedule starts from now; any other change leaves the slots alone. */
export function taskChanges(row: TaskRow, { grantedGroups: _, ...columns }: TaskFields, now: Date): TaskChanges {
  const isRescheduled = !isSameSchedule(row, { ...row, ...columns })
  const startsAnew = isRescheduled || !row.enabled || !hasSameCaptures(row, { ...row, ...columns })
  const dueSince = columns.enabled ? (startsAnew ? now : row.dueSince) : null
  const changes = { ...columns, anchorAt: isRescheduled ? now : row.anchorAt, dueSince }
  const after = { ...row, ...changes }
  if (columns.enabled && !row.enabled) return { ...changes, ...resumeTask(after, now) }
  if (!isActive(after)) return { ...changes, nextRunAt: null }
  return isRescheduled ? { ...changes, nextRunAt: slotAfter(after, now) } : changes
}

/**
 * Failures before a resumption no longer count towards a pause, and slots missed until then stay missed. Those of a
 * pause were due, those of a disabled task were not.
 */
export const resumeTask = (row: TaskRow, now: Date): TaskChanges => ({
  enabled: true,
  dueSince: row.dueSince ?? now,
  pausedAt: null,
  forgivenFailures: row.failureStreak,
  nextRunAt: slotAfter(row, now),
})
