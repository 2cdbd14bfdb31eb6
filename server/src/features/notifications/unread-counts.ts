/** Counts the unread notifications of a user. */
export type CountOf = (userId: number) => Promise<number>
type CountAll = (userIds: readonly number[]) => Promise<ReadonlyMap<number, number>>

/**
 * Batches counts of single users into one query: a count requested while a query runs is part of the next one. So
 * counts arrive in request order, and one requested after a change includes it.
 */
export function collectCounts(countAll: CountAll): CountOf {
  let waiting = new Map<number, PromiseWithResolvers<number>>()
  let isCounting = false

  const countWaiting = async (): Promise<void> => {
    isCounting = true
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      try {
        const counts = await countAll([...batch.keys()])
        for (const [userId, { resolve }] of batch) resolve(counts.get(userId) ?? 0)
      } catch (error) {
        for (const { reject } of batch.values()) reject(error)
      }
    }
    isCounting = false
  }

  return (userId) => {
    const asked = waiting.get(userId) ?? Promise.withResolvers<number>()
    waiting.set(userId, asked)
    // Deferred, because a broadcast requests many counts in a row.
    if (!isCounting) queueMicrotask(() => void (isCounting || countWaiting()))
    return asked.promise
  }
}
