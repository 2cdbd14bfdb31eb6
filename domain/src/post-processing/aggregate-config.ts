import { Type } from 'typebox'
import { AGGREGATE_FUNCTIONS, type AggregateOptions } from './aggregate.ts'
import type { ConfigFault } from './post-processor.ts'

export const AggregateName = Type.Enum([...AGGREGATE_FUNCTIONS])

// Text too: the default of a variable (`{{percent=95}}`) is text.
const Percent = Type.Union([
  Type.Number({ minimum: 0, maximum: 100 }),
  Type.String({ pattern: String.raw`^(?:100(?:\.0{1,10})?|[0-9]{1,2}(?:\.[0-9]{1,10})?)$` }),
])

/** How an aggregate is computed, besides its function. */
export const AggregateDetails = { percentile: Type.Optional(Percent), distinct: Type.Optional(Type.Boolean()) }

/** What does not fit together in an aggregate; `source` is the option that names the column of its values. */
export function aggregateFaults(
  options: AggregateOptions,
  source: 'column' | 'value',
  column: string | undefined,
): ConfigFault[] {
  return [...sourceFaults(options, source, column), ...percentileFaults(options)]
}

function sourceFaults(
  { function: name, distinct }: AggregateOptions,
  source: string,
  column: string | undefined,
): ConfigFault[] {
  const reader = name !== 'count' ? name : distinct === true ? 'distinct' : undefined
  if (column !== undefined || reader === undefined) return []
  return [{ path: source, message: `${reader} needs a ${source === 'value' ? 'value column' : 'column'}` }]
}

function percentileFaults({ function: name, percentile }: AggregateOptions): ConfigFault[] {
  if ((name === 'percentile') === (percentile !== undefined)) return []
  const message =
    percentile === undefined
      ? 'percentile needs a number from 0 to 100'
      : `only the function percentile takes it, not ${name}`
  return [{ path: 'percentile', message }]
}
