import type { Clock, Timer } from '../../../platform/clock.ts'
import { type FetchWork, firstTry } from './fetch-work.ts'
import type { JobFeed } from './job-feed.ts'

/** Documents that may wait for their next try: when all fail there is no use in asking for ever more. */
const MOST_DELAYED = 100

export type WorkList = ReturnType<typeof createWorkList>

/** What is to be asked for next: what is tried again comes first, then the jobs of the feed. */
export function createWorkList(feed: JobFeed, clock: Clock, onChange: () => void) {
  const again: FetchWork[] = []
  const delayed = new Set<Timer>()
  /** Taken and not settled, those that wait for their next try included. */
  let unsettled = 0

  function take(): FetchWork | undefined {
    const retried = again.shift()
    if (retried) return retried
    const job = delayed.size < MOST_DELAYED ? feed.take() : undefined
    if (!job) return undefined
    unsettled++
    return firstTry(job, clock.now().getTime())
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
    /** Nobody will ever ask for anything more, unless the database gets new jobs. */
    isDone: () => unsettled === 0 && feed.isEmpty(),
    isDry: () => again.length === 0 && feed.isDry(),
    /** Forgets what waits for its next try. */
    close: (): void => delayed.forEach((timer) => timer.cancel()),
  }
}
