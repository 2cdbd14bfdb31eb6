import { counter, gauge } from '../metrics/metric.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { MemoryBudget } from './memory-budget.ts'

const LIMIT = gauge('heddle_memory_limit_bytes', 'What the process may use; runs wait or end before it is used up.')
const RUNS = gauge('heddle_runs_waiting_for_memory', 'Runs that wait because memory is short.')
const LENT = gauge('heddle_memory_lent_bytes', 'Memory set aside for downloads, comparisons and other readers of rows.')
const BORROWERS = gauge('heddle_memory_borrowers_waiting', 'Readers that wait because memory is short.')
const REFUSED = counter('heddle_memory_refused_total', 'Readers that found no memory in time.')

export const MEMORY_METRICS = [LIMIT, RUNS, LENT, BORROWERS, REFUSED]

/** The memory budget of the process; there is one. */
export function createMemoryBudget(limitBytes: number, metrics: Metrics): MemoryBudget {
  const refused = metrics.counter(REFUSED)
  const memory = new MemoryBudget({ limitBytes, onRefused: () => refused.inc() })
  metrics.gauge(LIMIT, () => limitBytes)
  metrics.gauge(RUNS, () => memory.use().waiting)
  metrics.gauge(LENT, () => memory.use().lentBytes)
  metrics.gauge(BORROWERS, () => memory.use().borrowersWaiting)
  return memory
}
