import type { RecordEvent } from '@heddle/domain/records/record-event.ts'
import type { SiemTarget } from '../../adapters/siem/siem-collectors.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { keptFor } from '../../kernel/kept-for.ts'
import { counter, sharedGauge } from '../../platform/metrics/metric.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { StreamState } from './read-streams.ts'

const WAITING = sharedGauge('heddle_records_waiting', 'Rows that a collector has not taken, as far as counted.', [
  'target',
])
const LAG = sharedGauge('heddle_records_lag_seconds', 'Age of the oldest row that a collector has not taken.', [
  'target',
])
const FAILING = sharedGauge(
  'heddle_records_failing',
  '1 while a collector takes nothing, with the kind of the error.',
  ['target', 'kind'],
)
const LOST = sharedGauge('heddle_records_lost', 'Rows that were deleted before a collector had taken them.', ['target'])
const REFUSED = sharedGauge('heddle_records_refused', 'Records that a collector refused for good.', ['target'])
const SENT = counter('heddle_records_sent_total', 'Records that collectors have taken from this process.', [
  'target',
  'source',
])
const FAILURES = counter('heddle_records_failures_total', 'Batches that collectors did not take.', ['target'])

export const RECORD_METRICS = [WAITING, LAG, FAILING, LOST, REFUSED, SENT, FAILURES]

const KEPT_MS = MINUTE / 4

export type NoteRecords = {
  readonly taken: (target: SiemTarget, events: readonly Pick<RecordEvent, 'source'>[]) => void
  readonly failed: (target: SiemTarget) => void
}

export function measureRecords(
  metrics: Pick<Metrics, 'shared' | 'counter'>,
  readStates: () => Promise<readonly StreamState[]>,
): NoteRecords {
  const states = keptFor(KEPT_MS, readStates)
  const shared = (metric: typeof WAITING, value: (state: StreamState) => number): void =>
    metrics.shared(metric, async () =>
      (await states()).map((state) => ({ labels: { target: state.target }, value: value(state) })),
    )
  shared(WAITING, ({ waiting }) => waiting)
  shared(LAG, ({ lagSeconds }) => lagSeconds)
  shared(LOST, ({ lost }) => lost)
  shared(REFUSED, ({ refused }) => refused)
  metrics.shared(FAILING, async () =>
    (await states()).map(({ target, state, errorKind }) => ({
      labels: { target, kind: errorKind ?? '' },
      value: state === 'failing' ? 1 : 0,
    })),
  )
  const sent = metrics.counter(SENT)
  const failures = metrics.counter(FAILURES)
  return {
    taken: (target, events) => {
      for (const { source } of events) sent.inc({ target, source })
    },
    failed: (target) => failures.inc({ target }),
  }
}
