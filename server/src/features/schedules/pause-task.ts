import type { Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Audit } from '../audit/index.ts'
import { taskPaused } from './schedules.events.ts'
import { type TaskRow, updateTask } from './schedules.store.ts'
import { isActive } from './task-schedule.ts'

export type PausingParts = { readonly events: Events; readonly audit: Audit; readonly clock: Clock }

export const namedTask = ({ id, name, ownerId }: TaskRow) => ({ task_id: id, task_name: name, owner_id: ownerId })

/** Pauses a task whose run ended processes: its next firing would end further ones. */
export async function pauseAtOnce(parts: PausingParts, tx: Executor, task: TaskRow): Promise<TaskRow> {
  if (!isActive(task)) return task
  const paused = { pausedAt: parts.clock.now(), nextRunAt: null }
  await updateTask(tx, task.id, paused)
  await raisePause(parts, tx, task, {
    failureStreak: task.failureStreak,
    reason: 'The server stopped or failed twice during its run.',
  })
  return { ...task, ...paused }
}

/** Tells the owner and the audit log of a pause. */
export async function raisePause(
  { events, audit }: PausingParts,
  tx: Executor,
  task: TaskRow,
  { failureStreak, reason }: { readonly failureStreak: number; readonly reason?: string },
): Promise<void> {
  await events.raise(tx, taskPaused, {
    ...namedTask(task),
    failure_streak: failureStreak,
    ...(reason !== undefined && { reason, concerns_administrators: true }),
  })
  const why = reason === undefined ? ` after ${failureStreak} failed firings in a row` : `. ${reason}`
  await audit.record(tx, {
    action: 'task_pause',
    description: `Scheduled task "${task.name}" was paused${why}`,
    target: { type: 'scheduled_task', id: task.id },
    metadata: { failure_streak: failureStreak },
    actor: { userId: null, username: 'system' },
  })
}
