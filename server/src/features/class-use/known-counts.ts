import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/durations.ts'

const KEPT_MS = 10 * MINUTE
const MOST_CONNECTIONS = 1_000
const MOST_CLASSES = 2_000

type Counted = { readonly objects: number; readonly atMs: number }

/** The counts of one connection. Runs keep it: what they count after the connection has changed reaches nobody. */
export type CountLog = { readonly remember: (className: string, objects: number) => void }

export type KnownCounts = {
  readonly open: (connection: string) => CountLog
  /** By class. */
  readonly of: (connection: string) => ReadonlyMap<string, number>
  /** By class, however long ago it was read. */
  readonly lastOf: (connection: string) => ReadonlyMap<string, number>
  readonly forget: (connection: string) => void
}

/** How many objects classes had when last read, per connection; plans trust it for ten minutes. No result does. */
export function createKnownCounts(clock: Pick<Clock, 'now'>): KnownCounts {
  const connections = new LRUCache<string, LRUCache<string, Counted>>({ max: MOST_CONNECTIONS })
  const now = () => clock.now().getTime()

  function countsOf(connection: string) {
    const known = connections.get(connection) ?? new LRUCache<string, Counted>({ max: MOST_CLASSES })
    connections.set(connection, known)
    return known
  }

  return {
    open: (connection) => {
      const counts = countsOf(connection)
      return { remember: (className, objects) => void counts.set(className, { objects, atMs: now() }) }
    },
    of: (connection) => {
      const oldest = now() - KEPT_MS
      const fresh = [...(connections.peek(connection)?.entries() ?? [])].filter(([, { atMs }]) => atMs > oldest)
      return new Map(fresh.map(([className, { objects }]) => [className, objects]))
    },
    lastOf: (connection) =>
      new Map([...(connections.peek(connection)?.entries() ?? [])].map(([name, { objects }]) => [name, objects])),
    forget: (connection) => void connections.delete(connection),
  }
}
