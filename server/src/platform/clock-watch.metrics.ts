import type { ClockWatch } from './clock-watch.ts'
import { SECOND } from '../kernel/durations.ts'
import { gauge } from './metrics/metric.ts'
import type { Metrics } from './metrics/metrics.ts'

export const CLOCK_OFFSET = gauge(
  'heddle_clock_offset_seconds',
  "How far the process's clock is ahead of the database's.",
)

/** Nothing until it was measured for the first time. */
export function measureClock(clocks: Pick<ClockWatch, 'offsetMs'>, metrics: Metrics): void {
  metrics.gauge(CLOCK_OFFSET, () => {
    const offsetMs = clocks.offsetMs()
    return offsetMs === undefined ? [] : [{ labels: {}, value: offsetMs / SECOND }]
  })
}
