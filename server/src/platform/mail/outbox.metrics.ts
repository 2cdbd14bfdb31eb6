import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { keptFor } from '../../kernel/kept-for.ts'
import { counter, sharedGauge } from '../metrics/metric.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { readUnsettled } from './outbox.store.ts'

const MAILS = sharedGauge('heddle_mails', 'Mails that are waiting, or being sent.', ['state'])
const OLDEST = sharedGauge('heddle_mail_oldest_seconds', 'Age of the oldest mail that was neither sent nor given up.')
const SENT = counter('heddle_mails_sent_total', 'Mails that the mail server accepted.')
const GIVEN_UP = counter('heddle_mails_given_up_total', 'Mails given up after all attempts, or refused for good.')

export const MAIL_METRICS = [MAILS, OLDEST, SENT, GIVEN_UP]

// The table also holds the mails of a month that were sent.
const KEPT_MS = MINUTE / 2

export type MailMetrics = ReturnType<typeof createMailMetrics>

export function createMailMetrics(metrics: Metrics, database: Database, clock: Clock) {
  const unsettled = keptFor(KEPT_MS, () => readUnsettled(database.db))
  metrics.shared(MAILS, async () => {
    const { waiting, sending } = await unsettled()
    return [
      { labels: { state: 'waiting' }, value: waiting },
      { labels: { state: 'sending' }, value: sending },
    ]
  })
  metrics.shared(OLDEST, async () => {
    const { oldest } = await unsettled()
    return oldest === null ? 0 : Math.max(0, clock.now().getTime() - oldest.getTime()) / SECOND
  })
  return { sent: metrics.counter(SENT), givenUp: metrics.counter(GIVEN_UP) }
}
