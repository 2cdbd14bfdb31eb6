import type { Logger } from 'pino'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock, Timer } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import type { Stage } from '../../run-engine/index.ts'
import { writeStages } from './runs.store.ts'

const EVERY_MS = SECOND

type Options = {
  readonly database: Database
  readonly run: { readonly id: string; readonly attempt: number }
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Stores the stages of a run in progress: at most once a second, when something has changed. A shorter run stores none.
 */
export function storeStagesPeriodically({ database, run, clock, logger }: Options) {
  let latest: readonly Stage[] | undefined
  let timer: Timer | undefined

  async function write(): Promise<void> {
    const stages = latest
    latest = undefined
    if (!stages) return
    try {
      await writeStages(database.db, run, stages)
    } catch (error) {
      logger.warn({ err: error, execution_id: run.id }, 'could not store the stages of a run')
    }
  }

  return {
    changed: (stages: readonly Stage[]): void => {
      latest = stages
      timer ??= clock.repeat(write, EVERY_MS)
    },
    close: (): void => timer?.cancel(),
  }
}
