import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { HOUR } from '../../../kernel/durations.ts'
import { findUnsettled } from './collect.store.ts'
import type { ExecutionReports } from './execution-reports.ts'
import { findOverdueJobs } from './poll.store.ts'
import type { RequestChanges } from './request-changes.ts'

type Dependencies = {
  readonly database: Database
  readonly changes: RequestChanges
  readonly reports: ExecutionReports
  readonly jobTimeoutMs: number
  readonly clock: Clock
}

/** Ends what would otherwise stay open forever. */
export function createJobSweep({ database, changes, reports, jobTimeoutMs, clock }: Dependencies) {
  return async (): Promise<void> => {
    for (const { id, jobStatus } of await findOverdueJobs(database.db, clock.now())) {
      const hours = jobTimeoutMs / HOUR
      await reports.giveUp(
        id,
        `The job had not ended ${hours} hours after its launch; it was last seen ${jobStatus ?? 'nowhere'}.`,
      )
    }
    for (const id of await findUnsettled(database.db)) await changes.inRequest(id, async () => undefined)
  }
}
