/** Checks that were started in this browser: the API lists none. Their names only, per user. */
type RecentCheck = { readonly id: string; readonly text: string; readonly at: string }

const MOST = 10
const keyOf = (userId: number): string => `heddle-checks-${userId}`

export function recentChecks(userId: number): readonly RecentCheck[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isCheck) : []
  } catch {
    // Something else wrote it: it is worth nothing.
    return []
  }
}

export const rememberCheck = (userId: number, check: RecentCheck): void =>
  localStorage.setItem(keyOf(userId), JSON.stringify([check, ...recentChecks(userId)].slice(0, MOST)))

const isCheck = (value: unknown): value is RecentCheck =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'text', 'at'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')
