import { asNumber } from '../expression/numbers.ts'
import type { Value } from '../values/row.ts'
import { compareKeys, inNaturalOrder, sortKey, type SortKey } from '../values/compare-values.ts'
import type { Aggregate, AggregateOptions } from './aggregate.ts'
import { distinctly } from './distinct-values.ts'
import { ExactSum } from './exact-sum.ts'
import { percentileOf, withoutNoise } from './percentile.ts'

/** A new aggregate. Without any values the `count`s are 0, `list` is empty and the others are null. */
export function startAggregate(options: AggregateOptions): Aggregate {
  const aggregate = startPlain(options)
  return options.distinct === true ? distinctly(aggregate, options.function) : aggregate
}

function startPlain({ function: name, percentile = 0 }: AggregateOptions): Aggregate {
  switch (name) {
    case 'count':
      return counting()
    case 'count_distinct':
      return countingDistinct()
    case 'sum':
      return summing((sum) => sum.value)
    case 'avg':
      return summing((sum, count) => withoutNoise(sum.number / count))
    case 'min':
      return extreme(-1)
    case 'max':
      return extreme(1)
    case 'percentile':
      return collecting((value) => asNumber(value) !== undefined, (numbers) => percentileOf(numbers, Number(percentile))) // prettier-ignore
    case 'first':
      return keeping((kept) => kept)
    case 'last':
      return keeping((_, value) => value)
    case 'list':
      return collecting(() => true, inNaturalOrder)
  }
}

function counting(): Aggregate {
  let count = 0
  return { add: () => (count += 1) > 0, result: () => count }
}

function countingDistinct(): Aggregate {
  const seen = new Set<string>()
  return { add: (value) => seen.add(JSON.stringify(value)).size > 0, result: () => seen.size }
}

function summing(finish: (sum: ExactSum, count: number) => Value): Aggregate {
  const sum = new ExactSum()
  let count = 0
  return {
    add: (value) => {
      const isNumber = sum.add(value)
      if (isNumber) count += 1
      return isNumber
    },
    result: () => (count === 0 ? null : finish(sum, count)),
  }
}

function extreme(sign: 1 | -1): Aggregate {
  let best: { readonly value: Value; readonly key: SortKey } | undefined
  return {
    add: (value) => {
      const key = sortKey(value)
      if (best === undefined || compareKeys(key, best.key) * sign > 0) best = { value, key }
      return true
    },
    result: () => best?.value ?? null,
  }
}

function keeping(choose: (kept: Value, value: Value) => Value): Aggregate {
  let kept: Value = null
  return {
    add: (value) => {
      kept = kept === null ? value : choose(kept, value)
      return true
    },
    result: () => kept,
  }
}

function collecting(isUsable: (value: Value) => boolean, finish: (values: readonly Value[]) => Value): Aggregate {
  const values: Value[] = []
  return { add: (value) => isUsable(value) && values.push(value) > 0, result: () => finish(values) }
}
