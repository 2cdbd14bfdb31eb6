import { textOf } from '../values/compare-texts.ts'
import { instantOf } from '../values/instants.ts'
import { compareUnits } from '../values/natural-order.ts'
import { canonicalNumber, compareNumbers } from '../values/numbers.ts'
import type { JoinValue } from './operand-values.ts'
import { countBelow, type KeyRange, rankBy, type Stretches, keyStretches } from './stretches.ts'

/** A value in all the ways in which it has an order. */
type Ordered = { readonly text: string; readonly number: string | undefined; readonly instant: number | undefined }

/** Values that have an order among each other, and the bounds they are compared with. */
type Scale<Key> = {
  readonly of: (value: Ordered) => Key | undefined
  readonly boundOf: (bound: Ordered) => Key | undefined
  readonly compare: (one: Key, other: Key) => number
}

const isInstant = ({ number, instant }: Ordered): boolean => number === undefined && instant !== undefined
const isPlain = ({ number, instant }: Ordered): boolean => number === undefined && instant === undefined

const NUMBERS: Scale<string> = { of: ({ number }) => number, boundOf: ({ number }) => number, compare: compareNumbers }
/** Text that begins like a number is compared with one as text: `5.2(1g)` is above `5.2`. */
const LIKE_NUMBERS: Scale<string> = {
  of: ({ text, number }) => (number === undefined && /^[-+.0-9]/.test(text) ? text : undefined),
  boundOf: ({ text, number }) => (number === undefined ? undefined : text),
  compare: compareUnits,
}
const INSTANTS: Scale<number> = {
  of: ({ instant }) => instant,
  boundOf: (bound) => (isInstant(bound) ? bound.instant : undefined),
  compare: (one, other) => one - other,
}
const TEXTS: Scale<string> = {
  of: ({ text }) => text,
  boundOf: (bound) => (isPlain(bound) ? bound.text : undefined),
  compare: compareUnits,
}

/**
 * Pairs in which the value on the left is between the two on the right, in the order of the filter's `between`: a bound
 * that is a number or an instant is compared with those, any other as text.
 */
export function betweenStretches(
  left: readonly JoinValue[],
  lows: readonly JoinValue[],
  highs: readonly JoinValue[],
): readonly Stretches[] {
  const values = left.map(ordered)
  const bounds = lows.map((low, position) => rangeOf(ordered(low), ordered(highs[position])))
  const scales = [
    scaled(values, bounds, NUMBERS),
    scaled(values, bounds, LIKE_NUMBERS),
    scaled(values, bounds, INSTANTS),
    scaled(values, bounds, TEXTS),
  ]
  const isMixed = bounds.map((bound) => bound !== undefined && kindOf(bound.low) !== kindOf(bound.high))
  if (!isMixed.includes(true)) return scales.map(({ stretches }) => stretches)
  // One bound is on another scale than the other, so it is checked pair by pair.
  const accepts = (one: number, other: number): boolean =>
    isMixed[other] !== true || scales.some((scale) => scale.isBelow(one, other))
  return scales.map(({ stretches }) => ({ ...stretches, accepts }))
}

type Bounds = { readonly low: Ordered; readonly high: Ordered }

const rangeOf = (low: Ordered | undefined, high: Ordered | undefined): Bounds | undefined =>
  low && high ? { low, high } : undefined
const kindOf = (bound: Ordered): string => (isPlain(bound) ? 'text' : isInstant(bound) ? 'instant' : 'number')

function ordered(value: JoinValue): Ordered | undefined {
  if (value === undefined) return undefined
  const text = textOf(value)
  return { text, number: canonicalNumber(text), instant: instantOf(text) }
}

function scaled<Key>(
  values: readonly (Ordered | undefined)[],
  bounds: readonly (Bounds | undefined)[],
  scale: Scale<Key>,
) {
  const ranking = rankBy(
    values.map((value) => value && scale.of(value)),
    scale.compare,
  )
  const ranges = bounds.map((bound): KeyRange<Key> | undefined => {
    const low = bound && scale.boundOf(bound.low)
    return bound && low !== undefined ? { low, high: scale.boundOf(bound.high) } : undefined
  })
  return {
    stretches: keyStretches('left', ranking, ranges, scale.compare),
    /** Whether the value is on this scale, and at most the upper bound. */
    isBelow: (one: number, other: number): boolean => {
      const high = bounds[other] && scale.boundOf(bounds[other].high)
      const place = ranking.rank[one]!
      return high !== undefined && place >= 0 && place < countBelow(ranking.keys, high, true, scale.compare)
    },
  }
}
