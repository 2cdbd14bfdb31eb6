import type { Logger } from 'pino'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock, Timer } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import type { Events } from '../../../platform/events/events.ts'
import { runCancelRequested } from '../executions.events.ts'
import { findCancelRequests } from './runs.store.ts'

/** Polls too, because the event is only a hint that may get lost. */
const LOOK_EVERY_MS = 2 * SECOND

type Dependencies = { readonly database: Database; readonly events: Events; readonly clock: Clock; readonly logger: Logger }

export type RunningRuns = ReturnType<typeof createRunningRuns>

/** The runs this process executes, and how a cancel requested in any process reaches them. */
export function createRunningRuns({ database, events, clock, logger }: Dependencies) {
  const running = new Map<string, AbortController>()
  let timer: Timer | undefined

  async function look(): Promise<void> {
    try {
      for (const id of await findCancelRequests(database.db, [...running.keys()])) running.get(id)?.abort()
    } catch (error) {
      logger.warn({ err: error }, 'could not read cancel requests of runs')
    }
  }

  return {
    listen: (): void => events.on(runCancelRequested, ({ execution_id }) => running.get(execution_id)?.abort()),

    /** `cancel` aborts when the run should stop. */
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
