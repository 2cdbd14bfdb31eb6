import { asNumber } from '../expression/numbers.ts'
import type { Value } from '../values/row.ts'
import { inNaturalOrder } from '../values/compare-values.ts'

/**
 * The value below which so many percent of the numbers are, interpolated between the two nearest; null without numbers.
 * A whole number beyond 2^53 is text of all its digits, unless it had to be interpolated.
 */
export function percentileOf(numbers: readonly Value[], percent: number): Value {
  const sorted = inNaturalOrder(numbers)
  // Multiplied first: 70 % of 10 is 7, but 0.7 * 10 need not be.
  const position = (percent * (sorted.length - 1)) / 100
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) return null
  const [from, to] = [exactly(below), exactly(above)]
  if (from === to) return from
  const value = Number(from) + (Number(to) - Number(from)) * (position % 1)
  return Number.isInteger(value) ? value : withoutNoise(value)
}

function exactly(value: Value): number | string {
  const number = asNumber(value) ?? 0
  return typeof value === 'string' && Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number
}

/** A double is only exact to fifteen digits; 0.6 / 3 shows a sixteenth. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(15))
