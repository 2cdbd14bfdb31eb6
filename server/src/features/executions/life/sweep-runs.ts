import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { MINUTE } from '../../../kernel/durations.ts'
import type { Admission } from './admission.ts'
import type { RunEnds } from './end-runs.ts'
import { CANCELLED_ENDING, LOST_ENDING } from '../logs/ending.ts'
import { findLostRuns, findStrayRuns, findUsersWithQueuedRuns } from './runs.store.ts'

type Dependencies = { readonly database: Database; readonly admission: Admission; readonly ends: RunEnds; readonly clock: Clock }

/** A live process reacts to a cancel within seconds. */
const DEAF_AFTER_MS = MINUTE
/** Safe even if the job is only waiting for a free worker: the duplicate is dropped. */
const STRAY_AFTER_MS = 2 * MINUTE
const MOST_AT_ONCE = 500

/** Cleans up after processes that died: no run stays open forever, and none stays queued without a job. */
export function createSweep({ database, admission, ends, clock }: Dependencies) {
  async function admitWaiting(): Promise<void> {
    for (const userId of await findUsersWithQueuedRuns(database.db)) {
      await database.transaction(async (tx) => {
        await admission.lock(tx, userId)
        await admission.admit(tx, userId)
      })
    }
  }

  /** The job claims the run, or ends it when its attempts are used up. */
  async function sendStray(now: Date): Promise<void> {
    const stray = await findStrayRuns(database.db, now, before(now, STRAY_AFTER_MS), MOST_AT_ONCE)
    for (const trigger of ['background', 'schedule'] as const) {
      await admission.send(
        undefined,
        trigger,
        stray.flatMap((run) => (run.trigger === trigger ? run.id : [])),
      )
    }
  }

  /** `now` may be in the future when no other process can be executing the open runs. */
  async function endLost(now: Date): Promise<number> {
    const lost = await findLostRuns(database.db, now, before(clock.now(), DEAF_AFTER_MS), MOST_AT_ONCE)
    for (const run of lost) await ends.end(run, { ending: run.cancelRequestedAt === null ? LOST_ENDING : CANCELLED_ENDING })
    return lost.length
  }

  return {
    endLost,
    sweep: async (now: Date): Promise<number> => {
      const ended = await endLost(now)
      await sendStray(now)
      await admitWaiting()
      return ended
    },
  }
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)
