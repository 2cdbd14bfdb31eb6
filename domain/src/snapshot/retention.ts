import type { RetentionPolicy } from '@heddle/contract/history.ts'
import { compareTexts } from './byte-order.ts'

const DAY = 24 * 60 * 60_000

/** `1y` is 365 days, leap year or not. */
const DAYS: Record<Exclude<RetentionPolicy, 'forever'>, number> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 }

export type KeptSnapshot = {
  readonly id: string
  readonly lineageId: string
  readonly capturedAt: Date
  readonly expiresAt: Date | null
  readonly pinned: boolean
}

/** The first instant at which a snapshot counts as expired; null when it never does. */
export function expiresAt(policy: RetentionPolicy, capturedAt: Date): Date | null {
  return policy === 'forever' ? null : new Date(capturedAt.getTime() + DAYS[policy] * DAY)
}

/**
 * The ids of snapshots whose time has come, in the order given. Pinned ones outlive their policy. With `keepFirstAndLast`
 * the first and the newest of each lineage stay whatever their age: give all snapshots of the lineages then, not only those
 * that may go.
 */
export function chooseExpired(snapshots: readonly KeptSnapshot[], now: Date, options: { readonly keepFirstAndLast: boolean }): string[] {
  const kept = new Set(options.keepFirstAndLast ? firstsAndLasts(snapshots) : [])
  return snapshots.filter((snapshot) => isExpired(snapshot, now) && !kept.has(snapshot)).map(({ id }) => id)
}

function isExpired({ pinned, expiresAt: end }: KeptSnapshot, now: Date): boolean {
  return !pinned && end !== null && end <= now
}

function firstsAndLasts(snapshots: readonly KeptSnapshot[]): KeptSnapshot[] {
  const lineages = Map.groupBy(snapshots, ({ lineageId }) => lineageId).values()
  return [...lineages].flatMap((lineage) => {
    const ordered = lineage.toSorted(byCapture)
    return [...ordered.slice(0, 1), ...ordered.slice(-1)]
  })
}

/** Ids decide between captures of the same millisecond, as they do wherever snapshots are listed. */
function byCapture(a: KeptSnapshot, b: KeptSnapshot): number {
  return a.capturedAt.getTime() - b.capturedAt.getTime() || compareTexts(a.id, b.id)
}
