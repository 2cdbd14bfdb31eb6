import { ServiceError } from '../../kernel/errors.ts'
import { counter, histogram } from '../../platform/metrics/metric.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { CaptureRun } from './capture-runs.ts'

const CAPTURES = counter(
  'heddle_captures_total',
  'Captures of snapshots by outcome: success, refused, cancelled or failure.',
  ['outcome'],
)
const SECONDS = histogram(
  'heddle_capture_seconds',
  'Duration of captures that succeeded.',
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
)
const ROWS = counter('heddle_captured_rows_total', 'Rows in the snapshots captured.')

export const SNAPSHOT_METRICS = [CAPTURES, SECONDS, ROWS]

export function measureCaptures(metrics: Metrics, captureRun: CaptureRun): CaptureRun {
  const captures = metrics.counter(CAPTURES)
  const seconds = metrics.histogram(SECONDS)
  const rows = metrics.counter(ROWS)
  return async (request) => {
    const startedAt = performance.now()
    try {
      const captured = await captureRun(request)
      captures.inc({ outcome: 'success' })
      seconds.observe((performance.now() - startedAt) / 1000)
      rows.inc(captured.snapshot.rowCount)
      return captured
    } catch (error) {
      captures.inc({
        outcome: request.signal.aborted ? 'cancelled' : error instanceof ServiceError ? 'refused' : 'failure',
      })
      throw error
    }
  }
}
