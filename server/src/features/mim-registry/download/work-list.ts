import type { Clock, Timer } from '../../../kernel/clock.ts'
import { type FetchWork, firstTry } from './fetch-work.ts'
import type { JobFeed } from './job-feed.ts'

/** How many documents may wait for a retry. If all fail, requesting even more is useless. */
const MOST_DELAYED = 100

export type WorkList = ReturnType<typeof createWorkList>

/** What to request next: retries first, then jobs of the feed. */
export function createWorkList(feed: JobFeed, clock: Clock, onChange: () => void) {
  const again: FetchWork[] = []
  const delayed = new Set<Timer>()
  /** Taken but not settled, including those waiting for a retry. */
  let unsettled = 0

  function take(): FetchWork | undefined {
    const retried = again.shift()
    if (retried) return retried
    const job = delayed.size < MOST_DELAYED ? feed.take() : undefined
    if (!job) return undefined
    unsettled++
    return firstTry(job)
  }

  function askAgain(work: FetchWork, afterMs: number): void {
    if (afterMs === 0) {
      again.push(work)
      return
    }
    const timer = clock.setTimer(() => {
      delayed.delete(timer)
      again.push(work)
      onChange()
    }, afterMs)
    delayed.add(timer)
  }

  return {
    take,
    askAgain,
    settle: (): void => {
      unsettled--
    },
    /** Nothing is left to request, unless new jobs are added to the database. */
    isDone: () => unsettled === 0 && feed.isEmpty(),
    isDry: () => again.length === 0 && feed.isDry(),
    /** Cancels all pending retries. */
    close: (): void => delayed.forEach((timer) => timer.cancel()),
  }
}
