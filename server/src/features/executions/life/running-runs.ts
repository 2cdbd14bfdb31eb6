import type { Logger } from 'pino'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import type { Events } from '../../../platform/events/events.ts'
import { type CancelSignals, createCancelSignals } from '../../../platform/work/cancel-signals.ts'
import { runCancelRequested } from '../executions.events.ts'
import { findCancelRequests } from './runs.store.ts'

type Dependencies = { readonly database: Database; readonly events: Events; readonly clock: Clock; readonly logger: Logger }

export type RunningRuns = CancelSignals<{ readonly id: string }>

/** The runs this process executes, and how a cancel requested in any process reaches them. */
export function createRunningRuns({ database, events, clock, logger }: Dependencies): RunningRuns {
  return createCancelSignals({
    event: runCancelRequested,
    idOf: ({ execution_id }) => execution_id,
    poll: async (runs) => {
      const cancelled = await findCancelRequests(
        database.db,
        runs.map(({ id }) => id),
      )
      for (const run of runs) if (cancelled.includes(run.id)) run.stop()
    },
    pollEveryMs: 2 * SECOND,
    events,
    clock,
    logger,
  })
}
