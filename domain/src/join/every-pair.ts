import type { MatchedRows, RowPairs } from './match-rows.ts'
import type { TooMany } from './match-conditions.ts'

/** The smaller side of an edge of kind `any` has at most so many rows. */
export const MOST_LONE_ROWS = 100

/** Every row of one side with every row of the other: for settings of which a fabric has one, or a few. */
export function everyPair(
  left: MatchedRows,
  right: MatchedRows,
): { readonly pairs: (most: number) => RowPairs | TooMany; readonly matched: () => Uint8Array } {
  const [ours, theirs] = [present(left), present(right)]
  return {
    pairs: (most) => pairsOf(ours, theirs, most),
    matched: () => Uint8Array.from(left, (row) => Number(row !== undefined && theirs.length > 0)),
  }
}

const present = (column: MatchedRows): readonly number[] =>
  column.flatMap((row, position) => (row === undefined ? [] : [position]))

function pairsOf(ours: readonly number[], theirs: readonly number[], most: number): RowPairs | TooMany {
  if (ours.length > MOST_LONE_ROWS && theirs.length > MOST_LONE_ROWS) return 'too_many_lone'
  if (ours.length * theirs.length > most) return 'too_many_rows'
  return {
    left: ours.flatMap((position) => theirs.map(() => position)),
    right: ours.flatMap(() => theirs),
  }
}
