import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import type { Executor } from '../../../adapters/database/database.ts'
import { MINUTE } from '../../../kernel/durations.ts'
import type { runEnded } from '../../executions/index.ts'
import type { FiringRunRow } from '../firings.store.ts'
import type { TaskRow } from '../schedules.store.ts'
import { taskConnections } from '../task-runs.ts'
import { slotAfter } from '../task-schedule.ts'
import { measureOf } from './measures-alike.ts'
import { writeSeries } from './query-series.store.ts'

type Measurement = NonNullable<Static<(typeof runEnded)['schema']>['measurement']>

/**
 * Keeps what a run measured, in the transaction that ends it, in place of what the one before it did. Nothing is kept
 * if the task wants something else by now.
 */
export async function recordSeries(
  tx: Executor,
  task: TaskRow,
  run: Pick<FiringRunRow, 'savedQueryId' | 'controllerConnectionId'>,
  { of, series, dropped }: Measurement,
  now: Date,
): Promise<void> {
  if (task.metric === null || !isDeepStrictEqual(of, measureOf(task.metric))) return
  if (run.savedQueryId !== task.savedQueryId) return
  if (!taskConnections(task).some(({ connection }) => connection === run.controllerConnectionId)) return
  await writeSeries(tx, {
    taskId: task.id,
    controllerConnectionId: run.controllerConnectionId,
    measuredAt: now,
    staleAt: staleAfter(task, now),
    series,
    dropped,
  })
}

/** After twice the interval; for a cron expression, when its second slot from now has come. */
function staleAfter(task: TaskRow, now: Date): Date {
  if (task.intervalMinutes !== null) return new Date(now.getTime() + 2 * task.intervalMinutes * MINUTE)
  const next = slotAfter(task, now)
  return (next && slotAfter(task, next)) ?? NEVER
}

/** A cron expression has no more slots only at the end of what it can look ahead. */
const NEVER = new Date('9999-01-01T00:00:00Z')
