import type { Logger } from 'pino'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock, Timer } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import type { Stage } from '../../run-engine/index.ts'
import { updateStages, writeStages } from './runs.store.ts'

const EVERY_MS = SECOND

type Options = {
  readonly database: Database
  readonly run: { readonly id: string; readonly attempt: number }
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Stores the stages of a run in progress: at most once a second, and only those that have changed, so that a run with
 * many stages costs no more than it has to say. A shorter run stores none.
 */
export function storeStagesPeriodically({ database, run, clock, logger }: Options) {
  const changed = new Map<number, Stage>()
  // What an earlier attempt has stored is replaced.
  let write: typeof writeStages = writeStages
  let timer: Timer | undefined

  async function store(): Promise<void> {
    const stages = [...changed.values()]
    changed.clear()
    if (stages.length === 0) return
    try {
      await write(database.db, run, stages)
      write = updateStages
    } catch (error) {
      // The next time, they are stored unless there is something newer.
      for (const stage of stages) if (!changed.has(stage.index)) changed.set(stage.index, stage)
      logger.warn({ err: error, execution_id: run.id }, 'could not store the stages of a run')
    }
  }

  return {
    changed: (stage: Stage): void => {
      changed.set(stage.index, stage)
      timer ??= clock.repeat(store, EVERY_MS)
    },
    close: (): void => timer?.cancel(),
  }
}
