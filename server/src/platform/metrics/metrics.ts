import { collectDefaultMetrics, Counter, Gauge, Histogram, type LabelValues, Registry } from 'prom-client'
import { SECOND } from '../../kernel/durations.ts'
import { within } from '../../kernel/within.ts'
import type { CounterMetric, GaugeMetric, HistogramMetric } from './metric.ts'

export type MetricSample<Label extends string> = { readonly labels: LabelValues<Label>; readonly value: number }

/** What this process measures, served to Prometheus. */
export type Metrics = {
  readonly counter: <Label extends string>(metric: CounterMetric<Label>) => Counter<Label>
  readonly histogram: <Label extends string>(metric: HistogramMetric<Label>) => Histogram<Label>
  /** Read in each scrape, from memory; one without labels is a number. */
  readonly gauge: <Label extends string>(
    metric: GaugeMetric<Label>,
    read: () => number | readonly MetricSample<Label>[],
  ) => void
  /** The same for what has to be asked for; it never rejects, and is bounded in time. */
  readonly asked: <Label extends string>(
    metric: GaugeMetric<Label>,
    read: () => Promise<number | readonly MetricSample<Label>[]>,
  ) => void
  /**
   * Read from the database, in processes that work. While it does not answer, the metric is missing and the rest of the
   * scrape is served. Pass a read that is `keptFor` some seconds.
   */
  readonly shared: <Label extends string>(
    metric: GaugeMetric<Label>,
    read: () => Promise<number | readonly MetricSample<Label>[]>,
  ) => void
  /** Also measures Node.js itself. */
  readonly measureProcess: () => void
  readonly text: () => Promise<string>
  readonly contentType: string
  readonly names: () => readonly string[]
}

const READ_TIMEOUT_MS = 2 * SECOND

export function createMetrics({ works }: { readonly works: boolean }): Metrics {
  const registry = new Registry()
  const described = <Label extends string>({
    name,
    help,
    labels,
  }: {
    name: string
    help: string
    labels: readonly Label[]
  }) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  })
  const asked: Metrics['asked'] = (metric, read) => {
    new Gauge({
      ...described(metric),
      async collect() {
        show(this, await read())
      },
    })
  }
  return {
    counter: (metric) => new Counter(described(metric)),
    histogram: (metric) => new Histogram({ ...described(metric), buckets: [...metric.buckets] }),
    gauge: (metric, read) => {
      new Gauge({
        ...described(metric),
        collect() {
          show(this, read())
        },
      })
    },
    asked,
    shared: (metric, read) => {
      if (works) asked(metric, () => within(READ_TIMEOUT_MS, read()).catch(() => []))
    },
    measureProcess: () => collectDefaultMetrics({ register: registry }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
  }
}

function show<Label extends string>(gauge: Gauge<Label>, read: number | readonly MetricSample<Label>[]): void {
  if (typeof read === 'number') {
    gauge.set(read)
    return
  }
  // Labels that are no longer there must not keep their last value; without labels, a reset would say 0.
  gauge.reset()
  gauge.remove({})
  for (const { labels, value } of read) gauge.set(labels, value)
}
