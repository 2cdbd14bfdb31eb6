import type { JoinOn } from '../query/plan.ts'
import { joinKeys } from './join-keys.ts'
import {
  conditionMatched,
  conditionPairs,
  type FailedOperand,
  isConditionMatch,
  prepareConditions,
  type TooMany,
} from './match-conditions.ts'
import { type Column, findMatched, isMatch, matchColumns, type Pairs } from './match-rows.ts'

/** Two columns and what joins them. Computes nothing until it is asked, so that unused pairs are never built. */
export type Matching = {
  readonly pairs: (most: number) => Pairs | TooMany
  /** 1 for every position on the left that has a partner. */
  readonly matched: () => Uint8Array | TooMany
  /** Whether the rows that both columns have at a position match. */
  readonly isMatch: (position: number) => boolean
  readonly failures: readonly FailedOperand[]
}

export function matchingOf(on: JoinOn, left: Column, right: Column): Matching {
  if (on.kind === 'conditions') {
    const prepared = prepareConditions(left, right, on.all)
    return {
      pairs: (most) => conditionPairs(prepared, most),
      matched: () => conditionMatched(prepared),
      isMatch: (position) => isConditionMatch(prepared, position, position),
      failures: prepared.failures,
    }
  }
  const keys = joinKeys(on)
  return {
    pairs: (most) => matchColumns(left, right, keys, most) ?? 'too_many_rows',
    matched: () => findMatched(left, right, keys),
    isMatch: (position) => isMatch(left[position], right[position], keys),
    failures: [],
  }
}
