import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { ExpositionFormat } from '@heddle/domain/query-metric/exposition.ts'
import { may } from '../../../kernel/access.ts'
import { Reply, type Route, routes } from '../../../platform/http/route.ts'
import { type MetricsParts, writeMetrics } from './write-metrics.ts'

const MEDIA_TYPES = {
  text: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
} as const

export const queryMetricRoutes = (parts: MetricsParts): readonly Route[] =>
  routes('Scheduled tasks', (route) => {
    route.get(
      '/api/metrics/queries/',
      {
        access: may('queries.view_metric'),
        takesTicket: true,
        summary: 'Read the metrics of queries',
        description:
          'What the last firings of tasks with a `metric` measured, for Prometheus: of everyone whose account is active and may still see its tasks. With `Accept: application/openmetrics-text` it is OpenMetrics. At most 200 series of a task are served; those older than twice its interval are not. Nothing is asked of a controller.',
        reply: Type.String({ description: 'Prometheus text format 0.0.4.' }),
        streams: ['text/plain', 'application/openmetrics-text'],
      },
      async ({ request }) => {
        const format = formatOf(request.headers.accept)
        return Reply.stream(MEDIA_TYPES[format], Readable.from(writeMetrics(parts, format), { objectMode: false }))
      },
    )
  })

/** Prometheus names what it prefers first, and takes either. */
function formatOf(accept = ''): ExpositionFormat {
  const named = accept.toLowerCase()
  const openMetrics = named.indexOf('application/openmetrics-text')
  const text = named.indexOf('text/plain')
  return openMetrics !== -1 && (text === -1 || openMetrics < text) ? 'openmetrics' : 'text'
}
