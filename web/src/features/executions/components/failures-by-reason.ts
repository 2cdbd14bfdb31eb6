import type { Wire } from '../../../lib/api/wire.ts'

type Run = Pick<Wire.ExecutionLogItem, 'status' | 'reason'>
export type FailureGroup = { readonly reason: string; readonly count: number }

const OTHER = 'other'

/** Why a run failed or took too long, `other` where nobody knows; undefined for any other end. */
export const failureReasonOf = ({ status, reason }: Run): string | undefined =>
  status === 'failure' || status === 'timeout' ? (reason ?? OTHER) : undefined

/** Why runs failed, the most frequent reason first. */
export function failuresByReason(runs: readonly Run[]): readonly FailureGroup[] {
  const counts = new Map<string, number>()
  for (const run of runs) {
    const reason = failureReasonOf(run)
    if (reason !== undefined && reason !== 'cancelled') counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}

const MOST_POINTS = 20

/** The durations of each query, oldest first, of runs that ended well; a line takes at least two. */
export function durationsByQuery(
  runs: readonly Pick<Wire.ExecutionLogItem, 'saved_query' | 'status' | 'duration_ms' | 'draft'>[],
): ReadonlyMap<string, readonly number[]> {
  const durations = new Map<string, number[]>()
  for (const { saved_query, status, duration_ms, draft } of runs) {
    if (saved_query === null || draft || status !== 'success' || duration_ms === null) continue
    const known = durations.get(saved_query) ?? []
    if (known.length < MOST_POINTS) durations.set(saved_query, [...known, duration_ms])
  }
  return new Map(
    [...durations].filter(([, values]) => values.length > 1).map(([query, values]) => [query, values.toReversed()]),
  )
}
