import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { ExecuteBody, ValidateBody } from '@heddle/contract/executions.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import type { Streams } from '../../adapters/cache/streams.ts'
import type { ControllerPool } from '../../adapters/controller/controller-pool.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { DAY } from '../../platform/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Frame } from '../../platform/realtime/channel.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Forbidden, NotFound } from '../../platform/http/errors.ts'
import type { PageRequest } from '../../platform/http/pagination.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Audit } from '../audit/index.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'
import type { UsersService } from '../users/index.ts'
import { createAdmission } from './admission.ts'
import { createAsOf } from './as-of.ts'
import { createBackgroundRuns } from './background-runs.ts'
import { createCancel } from './cancel-runs.ts'
import { createRunEnds } from './end-runs.ts'
import { type Ending, LOST_ENDING } from './endings.ts'
import type { EnginePool } from './engine/engine-pool.ts'
import { deleteExpiredExecutions } from './execution-retention.store.ts'
import { taskSettingsChanged } from './executions.events.ts'
import { countExecutions, type ExecutionFilter, findExecution, type FoundExecution, listExecutions, moveRows } from './executions.store.ts'
import { findPipeline, type FoundPipeline, listPipelines, type PipelineFilter } from './pipeline-executions.store.ts'
import type { FindPastResult } from './past-results.ts'
import { createPreparing, requireInput } from './preparing.ts'
import { defineRunJobs, STORING_MS } from './run-jobs.ts'
import type { PackedRows } from './result-stream.ts'
import { createRunProgress } from './run-progress.ts'
import { createRunQuery } from './run-query.ts'
import { createRunningRuns } from './running-runs.ts'
import { storedFrames } from './run-frames.ts'
import { findRunState, insertRuns, readStages } from './runs.store.ts'
import { createStoredRows, type RowsElsewhere } from './stored-rows.ts'
import { createSweep } from './sweep-runs.ts'
import { createTakeUp } from './take-up-runs.ts'
import type { TaskSettingsService } from './task-settings.service.ts'
import { DEFAULT_RETENTION_DAYS } from './task-settings.store.ts'

type Dependencies = {
  readonly database: Database
  readonly jobs: Jobs
  readonly events: Events
  readonly streams: Streams
  readonly users: UsersService
  readonly taskSettings: TaskSettingsService
  readonly queries: SavedQueriesService
  readonly connections: ControllerConnectionsService
  readonly controllers: ControllerPool
  readonly engines: EnginePool
  /** The class model in force: the installed MIM, or the engine's own small one. */
  readonly model: () => ClassModel
  readonly limits: {
    readonly maxResultRows: number
    readonly maxHeapBytes: number
    readonly syncTimeoutMs: number
    readonly backgroundTimeoutMs: number
  }
  readonly findPast: FindPastResult
  /** Where the rows of captured runs are. */
  readonly rowsElsewhere: RowsElsewhere
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
}

export type ExecutionsService = ReturnType<typeof createExecutionsService>

const CLEANUP_BATCH = 500
const FAR_AHEAD_MS = 3650 * DAY

export function createExecutionsService(dependencies: Dependencies) {
  const { database, jobs, events, limits, audit, clock } = dependencies
  const stopping = new AbortController()
  const runJobs = defineRunJobs(limits.backgroundTimeoutMs)
  const rows = createStoredRows(dependencies)
  const preparing = createPreparing({ ...dependencies, maxResultRows: limits.maxResultRows })
  const asOf = createAsOf({ ...dependencies, maxResultRows: limits.maxResultRows })
  const progress = createRunProgress({ ...dependencies, runTimeoutMs: runJobs.runTimeoutMs })
  const running = createRunningRuns(dependencies)
  const admission = createAdmission({ ...dependencies, runJobs })
  const ends = createRunEnds({ ...dependencies, admission, progress })
  const runQuery = createRunQuery({ ...dependencies, running, progress, ends })
  const takeUp = createTakeUp({ ...dependencies, preparing, runQuery, ends, runJobs })
  const background = createBackgroundRuns({ ...dependencies, preparing, admission })
  const cancel = createCancel({ ...dependencies, admission, ends })
  const { endLost, sweep } = createSweep({ ...dependencies, admission, ends })

  async function find(id: string): Promise<FoundExecution> {
    const row = await findExecution(database.db, id)
    if (!row) throw new NotFound()
    return row
  }

  async function findOnePipeline(id: string): Promise<FoundPipeline> {
    const row = await findPipeline(database.db, id)
    if (!row) throw new NotFound()
    return row
  }

  return {
    /** Every problem at once, and the plan when there are none. */
    validate: async (caller: Caller, id: string, body: ValidateBody) => (await preparing.check(caller, id, body)).prepared,

    /** Bad input is a 400 and runs nothing; what goes wrong afterwards is the run's own status. */
    execute: async (caller: Caller, queryId: string, body: ExecuteBody, gone: AbortSignal) => {
      const { query, asked, prepared } = await (body.as_of == null ? preparing : asOf).check(caller, queryId, body)
      const input = requireInput(prepared)
      const now = clock.now()
      const run = { id: randomUUID(), trigger: 'manual' as const, userId: caller.id }
      await database.transaction((tx) =>
        insertRuns(tx, [
          {
            ...run,
            pipelineId: randomUUID(),
            savedQueryId: query.id,
            savedQueryVersion: query.version,
            controllerConnectionId: asked.connection,
            username: caller.username,
            status: 'running',
            variables: { ...asked.variables },
            skipPostProcessors: asked.skipPostProcessors,
            generatedQuery: input.plan.text,
            executedAt: now,
            startedAt: now,
            attempts: 1,
            deadlineAt: new Date(now.getTime() + limits.syncTimeoutMs + STORING_MS),
          },
        ]),
      )
      const terms = { timeoutMs: limits.syncTimeoutMs, stop: stopping.signal, gone, isHandedBack: false }
      const ended = await runQuery({ ...run, attempt: 1, startedAt: now, query, input }, terms)
      // Something else has ended it, such as a sweep.
      const { ending, chunks } = ended ?? { ending: storedEnding(await find(run.id)) ?? LOST_ENDING, chunks: [] }
      return { id: run.id, generatedQuery: input.plan.text, ending, chunks }
    },

    executeInBackground: background.ask,
    startScheduledMany: background.startScheduledMany,

    list: (filter: ExecutionFilter, page: PageRequest) => listExecutions(database.db, filter, page),
    find,
    /** Whose run it is and how it stands. */
    findState: (id: string) => findRunState(database.db, id),

    /** What a run tells while it lasts; nothing when the cache is away. */
    followRun: progress.follow,
    /** All frames of a run that has ended, none when it was deleted since; undefined while it lasts. */
    framesOfEnded: async (id: string): Promise<readonly Frame[] | undefined> => {
      const state = await findRunState(database.db, id)
      if (!state) return []
      return state.status === 'running' ? undefined : storedFrames(state, await readStages(database.db, id))
    },

    listPipelines: (filter: PipelineFilter, page: PageRequest) => listPipelines(database.db, filter, page),
    findPipeline: findOnePipeline,

    cancel: async (caller: Caller, pipelineId: string): Promise<FoundPipeline> => {
      await cancel(caller, await findOnePipeline(pipelineId))
      return findOnePipeline(pipelineId)
    },

    mayReadRows,

    /** Runs of a user, whatever became of them. */
    countOf: (userId: number): Promise<number> => countExecutions(database.db, userId),

    /** The rows of a run as a file: they leave the house, so the log says so. */
    exportedLines: async (caller: Caller, row: FoundExecution, format: string): Promise<AsyncIterable<readonly string[]>> => {
      requireReader(caller, row)
      await audit.record(database.db, {
        action: 'results_export',
        description: `${caller.username} read all rows of a run as ${format}`,
        target: { type: 'execution_log', id: row.id },
        metadata: { format, row_count: row.rowCount },
      })
      return rows.lines(row)
    },

    /** The rows of a run, for those who may read them. */
    lines: (caller: Caller, row: FoundExecution): AsyncIterable<readonly string[]> => {
      requireReader(caller, row)
      return rows.lines(row)
    },

    /** Whether the rows of a captured run were deleted with the snapshot. */
    rowsAreGone: (row: FoundExecution): Promise<boolean> => rows.areGone(row),

    requireReader,

    /** Undefined when there is none. */
    findAny: (id: string): Promise<FoundExecution | undefined> => findExecution(database.db, id),

    /** All rows of a run that has ended; it fails where some are gone. */
    chunks: (row: FoundExecution): AsyncIterable<PackedRows> => rows.chunks(row),

    /** The log keeps no second copy of what is in a snapshot. */
    moveRowsTo: (tx: Executor, executionId: string, snapshotId: string): Promise<void> => moveRows(tx, executionId, snapshotId),

    /** Heals what processes left behind; answers how many runs it ended. */
    endLostRuns: (now: Date = clock.now()): Promise<number> => sweep(now),

    /** Without another process on this database nobody is at the runs that somebody waited for. Jobs take the others up again. */
    endAllOpenRuns: (): Promise<number> => endLost(new Date(clock.now().getTime() + FAR_AHEAD_MS)),

    /** Before `jobs.start()`, also in a process that only sends. */
    registerJobs: (): void => {
      running.listen()
      events.onRaised(taskSettingsChanged, (tx, { user_id }) => admission.admit(tx, user_id))
      for (const job of [runJobs.background, runJobs.schedule]) jobs.register(job, takeUp.perform, { onGivenUp: takeUp.giveUp })
    },

    /** Ends all runs of this process that somebody waits for, and at once those that still come; each ends with a log that says so. */
    stopRuns: (): void => stopping.abort(),

    deleteExpiredLogs: async (): Promise<number> => {
      let total = 0
      for (let deleted = CLEANUP_BATCH; deleted === CLEANUP_BATCH; total += deleted) {
        deleted = await deleteExpiredExecutions(database.db, clock.now(), DEFAULT_RETENTION_DAYS, CLEANUP_BATCH)
      }
      return total
    },
  }
}

/** How a run ended, whoever ended it; undefined while it lasts. */
const storedEnding = ({ status, ...row }: FoundExecution): Ending | undefined =>
  status === 'running' ? undefined : { ...row, status, durationMs: row.durationMs ?? 0 }

type Readable = Pick<FoundExecution, 'userId'>

/** Logs are for all who see the query; the rows for who ran it, and for operators and administrators. */
const mayReadRows = (caller: Caller, row: Readable): boolean => row.userId === caller.id || caller.managesWorkspace

function requireReader(caller: Caller, row: Readable): void {
  if (!mayReadRows(caller, row)) throw new Forbidden('Only its user, an operator or an administrator may read the rows of a run.')
}
