const DAY_MS = 86_400_000
/** The server looks back thirty days at most. */
const LONGEST_MS = 29 * DAY_MS

export type Since = 'visit' | 'day' | 'week'

export const isSince = (value: string | undefined): value is Since =>
  value === 'visit' || value === 'day' || value === 'week'

/**
 * From when changes are listed. Without an earlier visit the server chooses. To the minute, so that the same question
 * is not asked twice.
 */
export function sinceOf(since: Since, lastVisit: number | undefined, now: number): string | undefined {
  if (since === 'visit' && lastVisit === undefined) return undefined
  const from =
    since === 'visit' ? Math.max(lastVisit!, now - LONGEST_MS) : now - (since === 'day' ? DAY_MS : 7 * DAY_MS)
  return `${new Date(from).toISOString().slice(0, 16)}:00Z`
}
