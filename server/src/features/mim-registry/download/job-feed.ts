import type { ClaimedJob } from '../jobs.store.ts'

/** Claimed ahead, so that nobody waits for the database; few enough that a stop puts them back in no time. */
const CLAIMED_AT_ONCE = 400
const LOW_WATER = 150

type Dependencies = {
  readonly claim: (limit: number) => Promise<readonly ClaimedJob[]>
  /** Told when jobs have come, or none are left. */
  readonly onChange: () => void
  readonly onError: (error: unknown) => void
}

export type JobFeed = ReturnType<typeof createJobFeed>

/** The jobs of a run that wait, claimed in batches. */
export function createJobFeed({ claim, onChange, onError }: Dependencies) {
  const ready: ClaimedJob[] = []
  let isClaiming = false
  let mayHaveMore = true

  async function refill(): Promise<void> {
    isClaiming = true
    // Jobs that are found meanwhile may come too late for this look.
    mayHaveMore = false
    try {
      const claimed = await claim(CLAIMED_AT_ONCE)
      ready.push(...claimed)
      if (claimed.length === CLAIMED_AT_ONCE) mayHaveMore = true
    } catch (error) {
      onError(error)
    } finally {
      isClaiming = false
      onChange()
    }
  }

  return {
    /** The next job; undefined when there is none now. */
    take: (): ClaimedJob | undefined => {
      if (ready.length < LOW_WATER && mayHaveMore && !isClaiming) void refill()
      return ready.shift()
    },
    /** More jobs are in the database than there were. */
    noteNew: (): void => {
      mayHaveMore = true
    },
    /** Nothing here, and nothing on its way. */
    isDry: (): boolean => ready.length === 0 && !isClaiming,
    isEmpty: (): boolean => ready.length === 0 && !isClaiming && !mayHaveMore,
  }
}
