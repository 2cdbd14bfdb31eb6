import type { JoinOn } from '../query/plan.ts'
import { everyPair } from './every-pair.ts'
import { joinKeys } from './join-keys.ts'
import {
  conditionMatched,
  conditionPairs,
  type FailedOperand,
  isConditionMatch,
  prepareConditions,
  type TooMany,
} from './match-conditions.ts'
import { type MatchedRows, findMatched, isMatch, matchColumns, type RowPairs } from './match-rows.ts'

/** Two columns and what joins them. */
export type Matching = {
  readonly pairs: (most: number) => RowPairs | TooMany
  /** 1 for every position on the left that has a partner. */
  readonly matched: () => Uint8Array | TooMany
  readonly failures: readonly FailedOperand[]
}

/** What joins two columns of different components. */
export function matchingOf(on: JoinOn, left: MatchedRows, right: MatchedRows): Matching {
  if (on.kind === 'conditions') {
    const prepared = prepareConditions(left, right, on.all)
    return {
      pairs: (most) => conditionPairs(prepared, most),
      matched: () => conditionMatched(prepared),
      failures: prepared.failures,
    }
  }
  if (on.kind === 'any') return { ...everyPair(left, right), failures: [] }
  const keys = joinKeys(on)
  return {
    pairs: (most) => matchColumns(left, right, keys, most) ?? 'too_many_rows',
    matched: () => findMatched(left, right, keys),
    failures: [],
  }
}

/** Whether the rows that both columns of a component have at a position match. */
export type PositionTest = {
  readonly isMatch: (position: number) => boolean
  readonly failures: readonly FailedOperand[]
}

export function positionTest(on: JoinOn, left: MatchedRows, right: MatchedRows): PositionTest {
  if (on.kind === 'any')
    return { isMatch: (position) => left[position] !== undefined && right[position] !== undefined, failures: [] }
  if (on.kind !== 'conditions') {
    const keys = joinKeys(on)
    return { isMatch: (position) => isMatch(left[position], right[position], keys), failures: [] }
  }
  // Matches repeat rows, so each is prepared once.
  const [ours, theirs] = [distinctRows(left), distinctRows(right)]
  const prepared = prepareConditions(ours.rows, theirs.rows, on.all)
  return {
    isMatch: (position) => isConditionMatch(prepared, ours.at[position]!, theirs.at[position]!),
    failures: prepared.failures,
  }
}

/** The rows of a column, each once, and where they are for each position. */
function distinctRows(column: MatchedRows): { readonly rows: MatchedRows; readonly at: Int32Array } {
  const places = new Map<MatchedRows[number], number>()
  const at = Int32Array.from(column, (row) => {
    const place = places.get(row) ?? places.size
    places.set(row, place)
    return place
  })
  return { rows: [...places.keys()], at }
}
