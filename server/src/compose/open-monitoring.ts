import type { Releasers } from '../kernel/releasers.ts'
import { VERSION } from '../kernel/product-version.ts'
import { createReadiness, type Readiness } from '../platform/health/readiness.ts'
import { serveMonitoring } from '../platform/health/serve-monitoring.ts'
import { createMetrics, type Metrics } from '../platform/metrics/metrics.ts'
import { measureProcess } from '../platform/metrics/measure-process.ts'
import type { AppOptions } from './app-options.ts'

export type Monitoring = {
  readonly metrics: Metrics
  readonly readiness: Readiness
  /** Undefined without METRICS_PORT. */
  readonly url: string | undefined
}

/** What can be asked of a process before it has started, and until it ends. */
export async function openMonitoring({ config, logger }: AppOptions, releasers: Releasers): Promise<Monitoring> {
  const metrics = createMetrics({ works: config.role !== 'api' })
  const readiness = createReadiness()
  const { host, port } = config.metrics
  if (port === undefined) return { metrics, readiness, url: undefined }
  measureProcess(metrics, readiness, { version: VERSION, role: config.role })
  const { url } = releasers.add(await serveMonitoring({ host, port, metrics, readiness }))
  logger.info({ url }, 'serving /live, /ready and /metrics')
  return { metrics, readiness, url }
}
