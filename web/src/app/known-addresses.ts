import type { Heddle } from '../lib/api/heddle.ts'

/** An address that notices and the API use, that has no page yet. */
export type KnownAddress = {
  readonly title: string
  readonly permission: string
  /** What the API knows about it; absent where the address is a list. */
  readonly read?: (heddle: Heddle, id: string, signal: AbortSignal) => Promise<object>
}

type Entry = KnownAddress & { readonly path: RegExp }

const ID = '([0-9a-f-]{36})'
const at = (path: string): RegExp => new RegExp(`^${path.replace(':id', ID)}/?$`)

const ENTRIES: readonly Entry[] = [{ path: at('/ai'), title: 'AI', permission: 'administrators' }]

/** What is known of an address without a page of its own, and the id in it. */
export function knownAddress(pathname: string): (KnownAddress & { readonly id: string | undefined }) | undefined {
  for (const { path, ...known } of ENTRIES) {
    const found = path.exec(pathname)
    if (found) return { ...known, id: found[1] }
  }
  return undefined
}

/** One line of a page that shows what the API says: `last run at`, `2026-11-22 06:30`. */
type Fact = {
  readonly name: string
  readonly value: string
  readonly isTime: boolean
  /** Its page, where the value is the id of something that has one. */
  readonly to?: string
}

const MOST_FACTS = 24
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const AN_ID = new RegExp(`^${ID}$`)
const PAGES: Readonly<Record<string, string>> = {
  execution: '/queries/execution-logs/',
  execution_id: '/queries/execution-logs/',
  saved_query: '/queries/saved-queries/',
  scheduled_task: '/queries/scheduled-tasks/',
  snapshot: '/history/snapshots/',
}

/** The plain values of a reply, in its order. An id leads to its page, and says nothing to a reader if it has none. */
export function factsOf(reply: object): readonly Fact[] {
  return Object.entries(reply)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .filter(([name, value]) => name !== 'id' && (PAGES[name] !== undefined || !AN_ID.test(String(value))))
    .map(([name, value]) => ({
      name: name.replaceAll('_', ' '),
      value: typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
      isTime: typeof value === 'string' && INSTANT.test(value),
      ...(PAGES[name] !== undefined && { to: `${PAGES[name]}${String(value)}/` }),
    }))
    .slice(0, MOST_FACTS)
}
