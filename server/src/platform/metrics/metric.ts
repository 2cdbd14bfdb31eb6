/** A metric's name and meaning. It is data, so that documents, dashboard and alerts can be compared with it. */
type Described<Type extends string, Label extends string> = {
  readonly type: Type
  readonly name: `heddle_${string}`
  readonly help: string
  readonly labels: readonly Label[]
}

export type CounterMetric<Label extends string = string> = Described<'counter', Label>
/** `shared` ones count the database, so that every process that works serves the same number. */
export type GaugeMetric<Label extends string = string> = Described<'gauge', Label> & { readonly shared: boolean }
export type HistogramMetric<Label extends string = string> = Described<'histogram', Label> & {
  readonly buckets: readonly number[]
}
export type Metric = CounterMetric | GaugeMetric | HistogramMetric

type Name = `heddle_${string}`

/** Counts what happens in this process; its name ends in `_total`. */
export const counter = <const Label extends string = never>(
  name: `${Name}_total`,
  help: string,
  labels: readonly Label[] = [],
): CounterMetric<Label> => ({ type: 'counter', name, help, labels })

/** What this process holds at the moment of a scrape. */
export const gauge = <const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[] = [],
): GaugeMetric<Label> => ({
  type: 'gauge',
  name,
  help,
  labels,
  shared: false,
})

/** What the database holds. */
export const sharedGauge = <const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[] = [],
): GaugeMetric<Label> => ({ ...gauge(name, help, labels), shared: true })

/** How long things take, in seconds. */
export const histogram = <const Label extends string = never>(
  name: `${Name}_seconds`,
  help: string,
  buckets: readonly number[],
  labels: readonly Label[] = [],
): HistogramMetric<Label> => ({ type: 'histogram', name, help, labels, buckets })
