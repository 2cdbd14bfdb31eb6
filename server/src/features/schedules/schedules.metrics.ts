import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { keptFor } from '../../kernel/kept-for.ts'
import { histogram, sharedGauge } from '../../platform/metrics/metric.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { countDueBefore, countTaskStates } from './firings.store.ts'

const LATENESS = histogram(
  'heddle_schedule_lateness_seconds',
  'From the instant at which a task was due to its firing.',
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
  ['trigger'],
)
const TASKS = sharedGauge('heddle_scheduled_tasks', 'Scheduled tasks: enabled, paused after failures, or disabled.', [
  'state',
])
const OVERDUE = sharedGauge(
  'heddle_scheduled_tasks_overdue',
  'Tasks that have been due for more than a minute and were not fired.',
)

export const SCHEDULE_METRICS = [LATENESS, TASKS, OVERDUE]

const KEPT_MS = 10 * SECOND
const OVERDUE_AFTER_MS = MINUTE

export type NoteFiring = (firing: { readonly trigger: string; readonly slot: Date | null }, now: Date) => void

/** Returns what the scheduler reports each firing to. */
export function measureSchedules(metrics: Metrics, database: Database, clock: Clock): NoteFiring {
  const lateness = metrics.histogram(LATENESS)
  const states = keptFor(KEPT_MS, () => countTaskStates(database.db))
  const overdue = keptFor(KEPT_MS, () =>
    countDueBefore(database.db, new Date(clock.now().getTime() - OVERDUE_AFTER_MS)),
  )
  metrics.shared(TASKS, async () => (await states()).map(({ state, tasks }) => ({ labels: { state }, value: tasks })))
  metrics.shared(OVERDUE, async () => (await overdue()).count)
  return ({ trigger, slot }, now) => {
    if (slot !== null) lateness.observe({ trigger }, Math.max(0, now.getTime() - slot.getTime()) / SECOND)
  }
}
