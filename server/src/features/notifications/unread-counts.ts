/** Counts the unread notifications of a user. */
export type CountOf = (userId: number) => Promise<number>
type CountAll = (userIds: readonly number[]) => Promise<ReadonlyMap<number, number>>

/**
 * Counts for one user at a time, asked of the database for many at once: whoever asks while a query runs is in the next one. So counts
 * come in the order in which they were asked for, and one that is asked for after a change knows of it.
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
    // After what runs now: a broadcast asks for many, one after the other.
    if (!isCounting) queueMicrotask(() => void (isCounting || countWaiting()))
    return asked.promise
  }
}
