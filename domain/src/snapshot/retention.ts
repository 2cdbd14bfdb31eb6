import type { RetentionPolicy } from '@heddle/contract/history.ts'
import { compareCodeUnits } from './byte-order.ts'
import { DAY } from '../values/durations.ts'

/** `1y` is 365 days, leap year or not. */
const DAYS: Record<Exclude<RetentionPolicy, 'forever'>, number> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 }

export type RetentionCandidate = {
  readonly id: string
  readonly lineageId: string
  readonly capturedAt: Date
  readonly expiresAt: Date | null
  readonly pinned: boolean
}

/** The first instant at which a snapshot is expired; null if it never expires. */
export function expiresAt(policy: RetentionPolicy, capturedAt: Date): Date | null {
  return policy === 'forever' ? null : new Date(capturedAt.getTime() + DAYS[policy] * DAY)
}

/**
 * The ids of expired snapshots, in the given order. Pinned ones are never expired. With `keepFirstAndLast`, the first
 * and the last of each lineage are kept whatever their age: pass all snapshots of the lineages, not only the
 * candidates.
 */
export function chooseExpired(
  snapshots: readonly RetentionCandidate[],
  now: Date,
  options: { readonly keepFirstAndLast: boolean },
): string[] {
  const kept = new Set(options.keepFirstAndLast ? firstsAndLasts(snapshots) : [])
  return snapshots.filter((snapshot) => isExpired(snapshot, now) && !kept.has(snapshot)).map(({ id }) => id)
}

function isExpired({ pinned, expiresAt: end }: RetentionCandidate, now: Date): boolean {
  return !pinned && end !== null && end <= now
}

function firstsAndLasts(snapshots: readonly RetentionCandidate[]): RetentionCandidate[] {
  const lineages = Map.groupBy(snapshots, ({ lineageId }) => lineageId).values()
  return [...lineages].flatMap((lineage) => {
    const ordered = lineage.toSorted(byCapture)
    return [...ordered.slice(0, 1), ...ordered.slice(-1)]
  })
}

/** Captures within the same millisecond are ordered by id, as in all lists of snapshots. */
function byCapture(a: RetentionCandidate, b: RetentionCandidate): number {
  return a.capturedAt.getTime() - b.capturedAt.getTime() || compareCodeUnits(a.id, b.id)
}
