import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import { SECOND } from '../../platform/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import { runCancelRequested } from './executions.events.ts'
import { findCancelRequests } from './runs.store.ts'

/** The event is a hint that may get lost. */
const LOOK_EVERY_MS = 2 * SECOND

type Dependencies = { readonly database: Database; readonly events: Events; readonly clock: Clock; readonly logger: Logger }

export type RunningRuns = ReturnType<typeof createRunningRuns>

/** The runs this process is at, and how they hear of a cancel that any process was asked for. */
export function createRunningRuns({ database, events, clock, logger }: Dependencies) {
  const running = new Map<string, AbortController>()
  let timer: Timer | undefined

  async function look(): Promise<void> {
    try {
      for (const id of await findCancelRequests(database.db, [...running.keys()])) running.get(id)?.abort()
    } catch (error) {
      logger.warn({ err: error }, 'requests to cancel runs can not be read now')
    }
  }

  return {
    listen: (): void => events.on(runCancelRequested, ({ execution_id }) => running.get(execution_id)?.abort()),

    /** `cancel` fires when the run is to stop. */
    begin: (executionId: string): { readonly cancel: AbortSignal; readonly done: () => void } => {
      const controller = new AbortController()
      running.set(executionId, controller)
      timer ??= clock.repeat(look, LOOK_EVERY_MS)
      return {
        cancel: controller.signal,
        done: () => {
          running.delete(executionId)
          if (running.size > 0) return
          timer?.cancel()
          timer = undefined
        },
      }
    },
  }
}
