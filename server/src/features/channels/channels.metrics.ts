import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { keptFor } from '../../kernel/kept-for.ts'
import { counter, sharedGauge } from '../../platform/metrics/metric.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { readWaiting } from './deliveries.store.ts'

const WAITING = sharedGauge('heddle_channel_deliveries', 'Messages of channels that wait to be delivered.')
const OLDEST = sharedGauge('heddle_channel_oldest_seconds', 'Age of the oldest message of a channel that waits.')
const ATTEMPTS = counter('heddle_channel_attempts_total', 'Attempts to deliver messages of channels, by outcome.', [
  'outcome',
])

export const CHANNEL_METRICS = [WAITING, OLDEST, ATTEMPTS]

const KEPT_MS = MINUTE / 2

export type NoteAttempt = (outcome: 'delivered' | 'retried' | 'failed') => void

export function measureChannels(
  metrics: Pick<Metrics, 'shared' | 'counter'>,
  database: Database,
  clock: Clock,
): NoteAttempt {
  const waiting = keptFor(KEPT_MS, () => readWaiting(database.db))
  metrics.shared(WAITING, async () => (await waiting()).waiting)
  metrics.shared(OLDEST, async () => {
    const { oldest } = await waiting()
    return oldest === null ? 0 : Math.max(0, clock.now().getTime() - oldest.getTime()) / SECOND
  })
  const attempts = metrics.counter(ATTEMPTS)
  return (outcome) => attempts.inc({ outcome })
}
