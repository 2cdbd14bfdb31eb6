/** What was chosen in the palette, newest first. Names of pages only, kept in this browser and per user. */
type RecentEntry = { readonly id: string; readonly text: string; readonly kind: string; readonly href: string }

const MOST = 8
const keyOf = (userId: number): string => `heddle-recent-${userId}`

export function readRecent(userId: number): readonly RecentEntry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    // Something else wrote it: it is worth nothing.
    return []
  }
}

export function addRecent(userId: number, { id, text, kind, href }: RecentEntry): void {
  const others = readRecent(userId).filter((entry) => entry.id !== id)
  localStorage.setItem(keyOf(userId), JSON.stringify([{ id, text, kind, href }, ...others].slice(0, MOST)))
}

const isEntry = (value: unknown): value is RecentEntry =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'text', 'kind', 'href'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string') &&
  /^\/(?![/\\])/.test((value as RecentEntry).href)
