import type { Logger } from 'pino'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import type { Events } from '../../../platform/events/events.ts'
import { type CancelSignals, createCancelSignals } from '../../../platform/work/cancel-signals.ts'
import { runCancelRequested } from '../executions.events.ts'
import { findCancelRequests } from './claims.store.ts'
import { renewLeases } from './leases.store.ts'

/** A manual run whose process has not said for this long that it lives has lost it, see `watch-leases.ts`. */
export const RUN_LEASE_MS = 20 * SECOND
/** Shorter runs write nothing. */
const RENEW_AFTER_MS = 5 * SECOND

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly logger: Logger
}

export type RunningRuns = CancelSignals<{ readonly id: string }>

/** The runs this process executes: it says that it lives, and passes on cancels requested in any process. */
export function createRunningRuns({ database, events, clock, logger }: Dependencies): RunningRuns {
  return createCancelSignals({
    event: runCancelRequested,
    idOf: ({ execution_id }) => execution_id,
    poll: async (runs) => {
      const ids = runs.map(({ id }) => id)
      await renewLeases(database.db, ids, { ms: RUN_LEASE_MS, renewBelowMs: RUN_LEASE_MS - RENEW_AFTER_MS })
      const cancelled = await findCancelRequests(database.db, ids)
      for (const run of runs) if (cancelled.includes(run.id)) run.stop()
    },
    pollEveryMs: 2 * SECOND,
    events,
    clock,
    logger,
  })
}
