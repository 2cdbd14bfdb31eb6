import type { Readiness } from '../health/readiness.ts'
import { gauge } from './metric.ts'
import type { Metrics } from './metrics.ts'

const INFO = gauge('heddle_info', 'Version and role of this process; always 1.', ['version', 'role'])
const READY = gauge('heddle_ready', 'Whether /ready answers 200.')
const UP = gauge('heddle_dependency_up', 'Whether what this process depends on answers.', ['dependency'])

export const PROCESS_METRICS = [INFO, READY, UP]

const DEPENDENCIES = ['database', 'cache', 'bus'] as const

export function measureProcess(
  metrics: Metrics,
  readiness: Readiness,
  info: { readonly version: string; readonly role: string },
): void {
  metrics.measureProcess()
  metrics.gauge(INFO, () => [{ labels: info, value: 1 }])
  metrics.asked(READY, async () => ((await readiness.report()).status === 'ready' ? 1 : 0))
  metrics.asked(UP, async () => {
    const { checks } = await readiness.report()
    return DEPENDENCIES.map((dependency) => ({ labels: { dependency }, value: checks[dependency].ok ? 1 : 0 }))
  })
}
