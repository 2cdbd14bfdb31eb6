import { SECOND } from '../../kernel/durations.ts'
import type { Platform } from '../../platform/feature.ts'
import { keptFor } from '../../kernel/kept-for.ts'
import { counter, gauge, histogram, sharedGauge } from '../../platform/metrics/metric.ts'
import type { ThreadUse } from '../../platform/threads/thread-pool.ts'
import type { EnginePool } from '../run-engine/index.ts'
import type { RunsService } from './life/runs.service.ts'
import { countOpenRuns } from './life/queue.store.ts'

const RUNS = sharedGauge(
  'heddle_runs',
  "Runs that have not ended: queued behind their user's others, waiting for a worker, or running.",
  ['state', 'trigger'],
)
const ENDED = counter('heddle_runs_ended_total', 'Runs that ended, by trigger and status.', ['trigger', 'status'])
const SECONDS = histogram(
  'heddle_run_seconds',
  'Duration of runs.',
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600],
  ['trigger'],
)
const BUSY = gauge(
  'heddle_threads_busy',
  'Threads at work, by pool: engine (runs), planner (preparing them) or rows (reading stored ones).',
  ['pool'],
)
const LIMIT = gauge('heddle_threads_limit', 'Most threads that a pool has.', ['pool'])
const WAITING = gauge('heddle_threads_waiting', 'Callers that wait for a thread.', ['pool'])

export const EXECUTION_METRICS = [RUNS, ENDED, SECONDS, BUSY, LIMIT, WAITING]

const KEPT_MS = 10 * SECOND

type Measured = {
  readonly engines: Pick<EnginePool, 'threads'>
  readonly runs: Pick<RunsService, 'onEnded'>
  readonly planners: { readonly threads: () => ThreadUse }
}

export function measureExecutions(
  { engines, planners, runs }: Measured,
  { metrics, database, rows }: Pick<Platform, 'metrics' | 'database' | 'rows'>,
): void {
  const pools = { engine: engines.threads, planner: planners.threads, rows: rows.threads }
  const open = keptFor(KEPT_MS, () => countOpenRuns(database.db))
  metrics.shared(RUNS, async () =>
    (await open()).map(({ state, trigger, runs }) => ({ labels: { state, trigger }, value: runs })),
  )
  const ofPools = (key: keyof ThreadUse) => () =>
    Object.entries(pools).map(([pool, use]) => ({ labels: { pool: pool as keyof typeof pools }, value: use()[key] }))
  metrics.gauge(BUSY, ofPools('busy'))
  metrics.gauge(LIMIT, ofPools('limit'))
  metrics.gauge(WAITING, ofPools('waiting'))

  const ended = metrics.counter(ENDED)
  const seconds = metrics.histogram(SECONDS)
  runs.onEnded(({ trigger, status, cancelled, duration_ms: ms }) => {
    ended.inc({ trigger, status: cancelled ? 'cancelled' : status })
    seconds.observe({ trigger }, ms / SECOND)
  })
}
