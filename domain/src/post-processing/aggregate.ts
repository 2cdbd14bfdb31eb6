import type { Value } from '../values/row.ts'

export const AGGREGATE_FUNCTIONS = [
  'count',
  'count_distinct',
  'sum',
  'avg',
  'min',
  'max',
  'percentile',
  'first',
  'last',
  'list',
] as const
export type AggregateFunction = (typeof AGGREGATE_FUNCTIONS)[number]

export type AggregateOptions = {
  readonly function: AggregateFunction
  /** For `percentile`: from 0 to 100. */
  readonly percentile?: number | string
  readonly distinct?: boolean
}

/** Takes values one by one; nulls are skipped before. */
export type Aggregate = {
  /** False for a value the function cannot use. */
  add(value: Value): boolean
  result(): Value
}
