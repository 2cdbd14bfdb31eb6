import type { QueryMetric } from '@heddle/contract/schedules.ts'
import { CONNECTION_LABEL, labelName } from './label-names.ts'

/** Metrics about the metrics of queries themselves: `heddle_query_age_seconds`. */
const TAKEN_NAMES: readonly string[] = ['age_seconds', 'series_dropped']

/** What its schema does not say about a metric, by field. */
export function metricFaults({ name, labels }: Pick<QueryMetric, 'name' | 'labels'>): Record<string, string[]> {
  const ofLabels = labels.flatMap((column, index) => labelFault(column, labels.slice(0, index)) ?? [])
  return {
    ...(TAKEN_NAMES.includes(name) && { 'metric.name': [`${name}: Heddle has a metric of that name.`] }),
    ...(ofLabels.length > 0 && { 'metric.labels': ofLabels }),
  }
}

function labelFault(column: string, before: readonly string[]): string | undefined {
  const name = labelName(column)
  if (name === '') return `${column}: expected a letter or digit in it.`
  if (name === CONNECTION_LABEL) return `${column}: every series has the label ${CONNECTION_LABEL} already.`
  const same = before.find((other) => labelName(other) === name)
  return same === undefined ? undefined : `${column}: ${same} has the same label, ${name}.`
}
