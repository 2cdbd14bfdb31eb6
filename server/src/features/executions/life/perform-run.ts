import type { Logger } from 'pino'
import type { ControllerPool } from '../../../adapters/controller/controller-pool.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { RunEnds } from './end-runs.ts'
import { type Ending, endingOf } from '../ending.ts'
import type { CountLog, KnownCounts } from '../../planning/index.ts'
import {
  createRunTime,
  type EnginePool,
  executePlan,
  type ResultChunk,
  type RunEndTerms,
  type RunTime,
} from '../../run-engine/index.ts'
import { storeStagesPeriodically } from './store-stages.ts'
import { nameOfSubject, type QueryOfRun } from '../requests/find-query.ts'
import type { RunWork } from '../requests/check-request.ts'
import { publishEvents } from '../live/run-frames.ts'
import type { RunProgress } from '../live/run-progress.ts'
import type { RunningRuns } from './running-runs.ts'
import type { RunRef } from './runs.store.ts'

/** Measured on objects with all their attributes. */
const BYTES_PER_OBJECT = 2_000

type Dependencies = {
  readonly database: Database
  readonly connections: Pick<ControllerConnectionsService, 'find' | 'targetOf'>
  readonly controllers: ControllerPool
  readonly engines: EnginePool
  readonly running: RunningRuns
  readonly progress: RunProgress
  readonly ends: RunEnds
  readonly counts: KnownCounts
  readonly limits: { readonly maxResultRows: number; readonly maxHeapBytes: number }
  readonly clock: Clock
  readonly logger: Logger
}

/** A run that this process has claimed. */
export type StartedRun = RunRef & {
  readonly attempt: number
  readonly startedAt: Date
  readonly query: QueryOfRun
  readonly input: RunWork
}

export type RunTerms = Omit<RunEndTerms, 'cancel' | 'time'> & {
  readonly time?: RunTime
  readonly timeoutMs: number
  readonly mostWaitMs?: number
  /** A stop leaves the run open for another process to claim. */
  readonly requeueOnStop: boolean
  /** Whether nobody waits for the run; by default only for a manual one somebody does. */
  readonly background?: boolean
}

export type PerformRun = ReturnType<typeof createPerformRun>

/** Executes one run from its start to its stored end. */
export function createPerformRun(dependencies: Dependencies) {
  const { database, connections, controllers, engines, running, progress, ends, counts, limits, clock, logger } =
    dependencies

  async function clientOf(connection: string) {
    const row = await connections.find(connection)
    return row && { name: row.name, client: controllers.client(connections.targetOf(row)) }
  }

  async function execute(run: StartedRun, terms: RunTerms & { readonly time: RunTime }, cancel: AbortSignal) {
    const stages = storeStagesPeriodically({ database, run, clock, logger })
    const logs = new Map<string, CountLog>()
    const onEvent = publishEvents(progress.open(run.id), run.attempt)
    try {
      return await executePlan(engines, {
        input: { packed: run.input.packed, past: run.input.past },
        userId: run.userId,
        clientOf: (connection) => {
          logs.set(connection, counts.open(connection))
          return clientOf(connection)
        },
        onCount: ({ connection, class_name, objects }) => logs.get(connection)?.remember(class_name, objects),
        ...terms,
        cancel,
        limits: {
          maxRows: limits.maxResultRows,
          maxHeapBytes: limits.maxHeapBytes,
          expectedBytes: run.input.expectedObjects * BYTES_PER_OBJECT,
          background: terms.background ?? run.trigger !== 'manual',
        },
        onEvent,
        onStages: stages.changed,
      })
    } finally {
      stages.close()
    }
  }

  /**
   * Returns the stored ending, which may differ from the run's own. Undefined if the run was handed back or had already
   * ended.
   */
  return async (
    run: StartedRun,
    terms: RunTerms,
  ): Promise<{ ending: Ending; chunks: readonly ResultChunk[] } | undefined> => {
    const { signal: cancel, done } = running.begin({ id: run.id })
    const time = terms.time ?? createRunTime(terms)
    try {
      const result = await execute(run, { ...terms, time }, cancel)
      if (result.stopped && terms.requeueOnStop) return undefined
      const own = endingOf(result, {
        durationMs: clock.now().getTime() - run.startedAt.getTime(),
        waitedMs: time.waitedMs(),
      })
      const ending = await ends.end(run, {
        ending: own,
        stages: result.outcome.stages,
        chunks: result.chunks,
        facts: { savedQueryVersion: run.query.version, generatedQuery: run.input.text, className: run.input.className },
        subject: nameOfSubject(run.query),
        attempt: run.attempt,
      })
      if (!ending) return undefined
      const { status, reason, rowCount: rows, durationMs: ms, waitedMs: waited_ms } = ending
      logger.info({ execution_id: run.id, trigger: run.trigger, status, reason, rows, ms, waited_ms }, 'query run')
      return { ending, chunks: ending === own ? result.chunks : [] }
    } finally {
      time.close()
      done()
    }
  }
}
