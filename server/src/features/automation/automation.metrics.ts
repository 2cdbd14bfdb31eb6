import type { Database } from '../../adapters/database/database.ts'
import { SECOND } from '../../kernel/durations.ts'
import { keptFor } from '../../kernel/kept-for.ts'
import { counter, histogram, sharedGauge } from '../../platform/metrics/metric.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { countOpenByStatus, countOpenRequests } from './requests/requests.store.ts'

const REQUESTS = sharedGauge('heddle_automation_requests', 'Requests that have not ended, by status.', ['status'])
const EXECUTIONS = sharedGauge('heddle_automation_executions', 'Executions that have not ended, by status.', ['status'])
const LAUNCHES = counter(
  'heddle_automation_launches_total',
  'Attempts to start a job: launched, refused, or uncertain because the answer was lost.',
  ['result'],
)
const POLLS = counter(
  'heddle_automation_polls_total',
  'Calls that asked an automation server for the status of jobs, by result.',
  ['result'],
)
const WEBHOOK_SECONDS = histogram(
  'heddle_automation_webhook_seconds',
  'From the arrival of a webhook to the applied state.',
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
)

export const AUTOMATION_METRICS = [REQUESTS, EXECUTIONS, LAUNCHES, POLLS, WEBHOOK_SECONDS]

const KEPT_MS = 10 * SECOND

export type AutomationMetrics = ReturnType<typeof createAutomationMetrics>

/** What an operator watches: whether launches and polls succeed, and how quickly reports arrive. */
export function createAutomationMetrics(metrics: Metrics, database: Database) {
  const byStatus = (counts: readonly { status: string; open: number }[]) =>
    counts.map(({ status, open }) => ({ labels: { status }, value: open }))
  const executions = keptFor(KEPT_MS, () => countOpenByStatus(database.db))
  const requests = keptFor(KEPT_MS, () => countOpenRequests(database.db))
  metrics.shared(EXECUTIONS, async () => byStatus(await executions()))
  metrics.shared(REQUESTS, async () => byStatus(await requests()))
  return {
    launches: metrics.counter(LAUNCHES),
    polls: metrics.counter(POLLS),
    webhookSeconds: metrics.histogram(WEBHOOK_SECONDS),
  }
}
