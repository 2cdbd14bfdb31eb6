import type { Database } from '../../../adapters/database/database.ts'
import { MINUTE } from '../../../kernel/durations.ts'
import type { KnownDeaths } from '../../../platform/deaths/known-deaths.ts'
import type { RunAdmission } from './admission.ts'
import type { RunEnds } from './end-runs.ts'
import { CANCELLED_ENDING, type Ending } from '../ending.ts'
import { findDeafRuns, findManualRuns, findStrayRuns } from './leases.store.ts'
import { findUsersWithQueuedRuns } from './queue.store.ts'
import { endLostRuns } from './end-lost-runs.ts'
import type { RunRef } from './runs.store.ts'

type Dependencies = {
  readonly database: Database
  readonly admission: RunAdmission
  readonly ends: RunEnds
  readonly deaths: KnownDeaths
}

/** A live process reacts to a cancel within seconds. */
const DEAF_AFTER_MS = MINUTE
/** Safe even if the job is only waiting for a free worker: the duplicate is dropped. */
const STRAY_AFTER_MS = 2 * MINUTE
const MOST_AT_ONCE = 500

/**
 * Cleans up after processes that died: no run stays open forever, and none stays queued without a job. What is overdue
 * is judged by the database's clock.
 */
export function createSweep({ database, admission, ends, deaths }: Dependencies) {
  async function admitWaiting(): Promise<void> {
    for (const userId of await findUsersWithQueuedRuns(database.db)) {
      await database.transaction(async (tx) => {
        await admission.lock(tx, userId)
        await admission.admit(tx, userId)
      })
    }
  }

  /** The job claims the run, or ends it when its attempts are used up. */
  async function sendStray(): Promise<void> {
    const stray = await findStrayRuns(database.db, STRAY_AFTER_MS, MOST_AT_ONCE)
    for (const trigger of ['background', 'schedule'] as const) {
      await admission.send(
        undefined,
        trigger,
        stray.filter((run) => run.trigger === trigger),
      )
    }
  }

  async function endAll(runs: readonly RunRef[], ending: Ending): Promise<number> {
    for (const run of runs) await ends.end(run, { ending })
    return runs.length
  }

  return {
    /** When no other process can be executing them. */
    endAllManual: async () => endLostRuns({ ends, deaths }, await findManualRuns(database.db)),
    sweep: async (): Promise<number> => {
      const ended = await endAll(await findDeafRuns(database.db, DEAF_AFTER_MS, MOST_AT_ONCE), CANCELLED_ENDING)
      await sendStray()
      await admitWaiting()
      return ended
    },
  }
}
