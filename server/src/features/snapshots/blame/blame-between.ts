import { setImmediate as otherWork } from 'node:timers/promises'
import type { BlameReply, RowBlame } from '@heddle/contract/blame.ts'
import type { BlamedRow } from '@heddle/domain/snapshot/blame.ts'
import { findBlameIn, presentBlame, presentSource } from './blame-rows.ts'
import { type BlameParts, type BlameSide, recordsBetween } from './blame.service.ts'

/** Two readings of a fabric, and the rows in which they differ. */
export type BlameOrder = {
  readonly from: BlameSide
  readonly to: BlameSide
  readonly rows: readonly BlamedRow[]
}

/** As the wire shows it; the rows in the order they came in. */
export type BlamedRows = { readonly source: BlameReply; readonly rows: readonly RowBlame[] }

const ROWS_AT_ONCE = 500

/** Who changed rows between two readings that need not be captures. */
export async function blameBetween(
  parts: BlameParts,
  { from, to, rows }: BlameOrder,
  signal: AbortSignal,
): Promise<BlamedRows> {
  const records = await recordsBetween(parts, from, to, signal)
  const find = findBlameIn(records)
  const found: RowBlame[] = []
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) await otherWork()
    found.push(presentBlame(find(row)))
  }
  return { source: presentSource(records), rows: found }
}
