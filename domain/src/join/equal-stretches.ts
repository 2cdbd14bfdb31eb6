import { canonicalNumber } from '../values/numbers.ts'
import { textOf } from '../values/compare-texts.ts'
import { type EqualityKind, equalityKey } from '../values/equality-key.ts'
import { spelledKey } from './join-keys.ts'
import type { JoinValue } from './operand-values.ts'
import type { Stretches } from './stretches.ts'

/**
 * Pairs of equal values, as the filter's `eq` finds them: text equals the same text, unless `compare` says more; a
 * number that an expression returns equals every text that spells it, true and false the controller's `yes` and `no`.
 */
export function equalStretches(
  left: readonly JoinValue[],
  right: readonly JoinValue[],
  compare: EqualityKind | undefined,
): Stretches {
  const [ours, theirs] = [left.map(exactKey(compare)), right.map(exactKey(compare))]
  if (left.every(isText) && right.every(isText)) return groupStretches(ours, theirs)
  // Both texts may spell the same number, and still be different texts.
  const accepts = (one: number, other: number): boolean =>
    !isText(left[one]) || !isText(right[other]) || ours[one] === theirs[other]
  return { ...groupStretches(left.map(looseKey(compare)), right.map(looseKey(compare))), accepts }
}

const isText = (value: JoinValue): boolean => value === undefined || typeof value === 'string'

type Key = string | undefined

const exactKey =
  (compare: EqualityKind | undefined) =>
  (value: JoinValue): Key => {
    if (value === undefined) return undefined
    return compare === undefined ? textOf(value) : spelledKey(textOf(value), compare)
  }

/** What all values have in common that could be equal. */
const looseKey =
  (compare: EqualityKind | undefined) =>
  (value: JoinValue): Key => {
    if (value === undefined) return undefined
    if (value === true || value === 'yes') return 'true'
    if (value === false || value === 'no') return 'false'
    const text = textOf(value)
    return equalityKey(text, compare) ?? canonicalNumber(text) ?? text
  }

/** Ranks the left side group by group: a map is faster than sorting. */
function groupStretches(left: readonly Key[], right: readonly Key[]): Stretches {
  const groups = new Map<string, number[]>()
  for (const [position, key] of left.entries()) {
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(position)
    else groups.set(key, [position])
  }
  const rank = new Int32Array(left.length).fill(-1)
  const order: number[] = []
  const start = new Map<string, number>()
  for (const [key, group] of groups) {
    start.set(key, order.length)
    for (const position of group) {
      rank[position] = order.length
      order.push(position)
    }
  }
  const from = Int32Array.from(right, (key) => (key === undefined ? 0 : (start.get(key) ?? 0)))
  const to = Int32Array.from(
    right,
    (key, position) => from[position]! + (key === undefined ? 0 : (groups.get(key)?.length ?? 0)),
  )
  return { ranked: 'left', order: Int32Array.from(order), rank, from, to }
}
