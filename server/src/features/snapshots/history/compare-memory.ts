import { SECOND } from '../../../kernel/durations.ts'
import { laneOf } from '../../../kernel/lane.ts'
import type { Actor } from '../../../kernel/caller.ts'

const MB = 1024 * 1024
/** Compared at once, see `PART_BYTES` of the archive: a larger difference is read in parts. */
const PART_BYTES = 64 * MB
/** Rows as text on both sides, their keys, and the pages of what differs. */
const BYTES_PER_ROW_BYTE = 3
/** Of a thread that compares nothing, and its answer. */
const LEAST_BYTES = 16 * MB
/** Somebody waits for the answer, and proxies give up after a minute. */
const LONGEST_WAIT_MS = 20 * SECOND

type Side = { readonly sizeBytes: number }

/** What a comparison takes at most. What both sides share is not read, which nobody knows before. */
export const comparisonBytes = (...sides: readonly Side[]): number =>
  LEAST_BYTES +
  BYTES_PER_ROW_BYTE *
    Math.min(
      PART_BYTES,
      sides.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    )

/** A loan for a comparison. */
export const comparisonLoan = (caller: Pick<Actor, 'id' | 'group'>, sides: readonly Side[], signal: AbortSignal) => ({
  bytes: comparisonBytes(...sides),
  lane: laneOf(caller),
  signal,
  longestWaitMs: LONGEST_WAIT_MS,
})
