import type { ClaimedDocument } from '../jobs.store.ts'

/** Claimed ahead, so that no request waits for the database; few enough that a stop releases them quickly. */
const CLAIMED_AT_ONCE = 400
const LOW_WATER = 150

type Dependencies = {
  readonly claim: (limit: number) => Promise<readonly ClaimedDocument[]>
  /** Called when jobs have arrived or none are left. */
  readonly onChange: () => void
  readonly onError: (error: unknown) => void
}

export type JobFeed = ReturnType<typeof createJobFeed>

/** The pending jobs of a run, claimed in batches. */
export function createJobFeed({ claim, onChange, onError }: Dependencies) {
  const ready: ClaimedDocument[] = []
  let isClaiming = false
  let mayHaveMore = true

  async function refill(): Promise<void> {
    isClaiming = true
    // Jobs discovered from now on may be too late for this claim.
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
    /** The next job; undefined if there is none right now. */
    take: (): ClaimedDocument | undefined => {
      if (ready.length < LOW_WATER && mayHaveMore && !isClaiming) void refill()
      return ready.shift()
    },
    /** Notes that jobs were added to the database. */
    noteNew: (): void => {
      mayHaveMore = true
    },
    /** Nothing is ready, and no claim is in progress. */
    isDry: (): boolean => ready.length === 0 && !isClaiming,
    isEmpty: (): boolean => ready.length === 0 && !isClaiming && !mayHaveMore,
  }
}
