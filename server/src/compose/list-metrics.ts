import { CLOCK_OFFSET } from '../platform/clock-watch.metrics.ts'
import { JOB_METRICS } from '../platform/jobs/jobs.metrics.ts'
import { MAIL_METRICS } from '../platform/mail/outbox.metrics.ts'
import { MEMORY_METRICS } from '../platform/memory/memory.metrics.ts'
import { CONTROLLER_METRICS } from '../platform/metrics/controller-requests.ts'
import { DATABASE_METRICS } from '../platform/metrics/measure-database.ts'
import { PROCESS_METRICS } from '../platform/metrics/measure-process.ts'
import { REQUEST_SECONDS } from '../platform/metrics/measure-requests.ts'
import type { Metric } from '../platform/metrics/metric.ts'
import { SOCKETS } from '../platform/realtime/socket-counts.ts'
import { FEATURES } from './features.ts'

export type MetricGroup = { readonly title: string; readonly metrics: readonly Metric[] }

/** Every metric that is ours, by what it is about; those of Node.js come on top. */
export function listMetrics(): readonly MetricGroup[] {
  return [
    { title: 'The process', metrics: [...PROCESS_METRICS, CLOCK_OFFSET] },
    { title: 'HTTP and WebSockets', metrics: [REQUEST_SECONDS, SOCKETS] },
    { title: 'The database', metrics: DATABASE_METRICS },
    { title: 'Jobs', metrics: JOB_METRICS },
    { title: 'Mails', metrics: MAIL_METRICS },
    { title: 'Requests to controllers', metrics: CONTROLLER_METRICS },
    { title: 'Memory', metrics: MEMORY_METRICS },
    ...FEATURES.filter(({ metrics }) => metrics.length > 0).map(({ name, metrics }) => ({
      title: titleOf(name),
      metrics,
    })),
  ]
}

const titleOf = (name: string): string =>
  name === 'ai' ? 'AI' : `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`.replace(/^Mim\b/, 'MIM')
