import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { ExecuteBody, ValidateBody } from '@heddle/contract/executions.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import type { Streams } from '../../adapters/cache/streams.ts'
import type { ControllerPool } from '../../adapters/controller/controller-pool.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Frame } from '../../platform/realtime/channel.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Forbidden, NotFound } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
import type { Archive } from '../archive/index.ts'
import type { Audit } from '../audit/index.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'
import type { UsersService } from '../users/index.ts'
import { createAdmission } from './life/admission.ts'
import { createPastRunRequests } from './prepare/past-run-requests.ts'
import { createBackgroundRuns } from './life/background-runs.ts'
import { createCancel } from './life/cancel-runs.ts'
import { createRunEnds } from './life/end-runs.ts'
import { type Ending, LOST_ENDING } from './logs/ending.ts'
import type { EnginePool } from './engine/engine-pool.ts'
import { deleteExpiredExecutions } from './logs/execution-logs.retention.store.ts'
import { taskSettingsChanged } from './executions.events.ts'
import { countExecutions, type ExecutionFilter, findExecution, type FoundExecution, listExecutions } from './logs/execution-logs.store.ts'
import { findPipeline, type FoundPipeline, listPipelines, type PipelineFilter } from './logs/pipeline-executions.store.ts'
import { createRunRequests, requireInput } from './prepare/run-requests.ts'
import { defineRunJobs, STORING_MS } from './life/run-jobs.ts'
import type { PackedRows } from './results/result-stream.ts'
import { createRunProgress } from './live/run-progress.ts'
import { createPerformRun } from './life/perform-run.ts'
import { createRunningRuns } from './life/running-runs.ts'
import { storedFrames } from './live/run-frames.ts'
import { findRunState, insertRuns, readStages, type RunState } from './life/runs.store.ts'
import { createStoredRows } from './results/stored-rows.ts'
import { moveRows } from './results/stored-rows.store.ts'
import { createSweep } from './life/sweep-runs.ts'
import { createRunClaims } from './life/claim-runs.ts'
import type { TaskSettingsService } from './settings/task-settings.service.ts'
import { DEFAULT_RETENTION_DAYS } from './settings/task-settings.store.ts'

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
  /** The current class model: the installed MIM, or the small built-in one. */
  readonly model: () => ClassModel
  readonly limits: {
    readonly maxResultRows: number
    readonly maxHeapBytes: number
    readonly syncTimeoutMs: number
    readonly backgroundTimeoutMs: number
  }
  readonly archive: Archive
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
  const runRequests = createRunRequests({ ...dependencies, maxResultRows: limits.maxResultRows })
  const pastRunRequests = createPastRunRequests({ ...dependencies, maxResultRows: limits.maxResultRows })
  const progress = createRunProgress({ ...dependencies, runTimeoutMs: runJobs.runTimeoutMs })
  const running = createRunningRuns(dependencies)
  const admission = createAdmission({ ...dependencies, runJobs })
  const ends = createRunEnds({ ...dependencies, admission, progress })
  const performRun = createPerformRun({ ...dependencies, running, progress, ends })
  const claims = createRunClaims({ ...dependencies, runRequests, performRun, ends, runJobs })
  const background = createBackgroundRuns({ ...dependencies, runRequests, admission })
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
    /** All problems at once, or the plan when there are none. */
    validate: async (caller: Caller, id: string, body: ValidateBody) => (await runRequests.check(caller, id, body)).prepared,

    /** Bad input is a 400 and runs nothing; later failures show in the status of the run. */
    execute: async (caller: Caller, queryId: string, body: ExecuteBody, gone: AbortSignal) => {
      const { query, asked, prepared } = await (body.as_of == null ? runRequests : pastRunRequests).check(caller, queryId, body)
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
      const terms = { timeoutMs: limits.syncTimeoutMs, stop: stopping.signal, disconnected: gone, requeueOnStop: false }
      const ended = await performRun({ ...run, attempt: 1, startedAt: now, query, input }, terms)
      // Something else, such as a sweep, has ended it.
      const { ending, chunks } = ended ?? { ending: storedEnding(await find(run.id)) ?? LOST_ENDING, chunks: [] }
      return { id: run.id, generatedQuery: input.plan.text, ending, chunks }
    },

    executeInBackground: background.ask,
    startScheduledMany: background.startScheduledMany,

    list: (filter: ExecutionFilter, page: PageRequest) => listExecutions(database.db, filter, page),
    find,
    /** The user and status of a run, without its large parts. */
    findState: (id: string) => findRunState(database.db, id),

    /** Streams the frames of a run in progress; none while the cache is unavailable. */
    followRun: progress.follow,
    /** All frames of a run that has ended; none while it is running. */
    framesOfEnded: async (run: RunState): Promise<readonly Frame[]> =>
      run.status === 'running' ? [] : storedFrames(run, await readStages(database.db, run.id)),

    listPipelines: (filter: PipelineFilter, page: PageRequest) => listPipelines(database.db, filter, page),
    findPipeline: findOnePipeline,

    cancel: async (caller: Caller, pipelineId: string): Promise<FoundPipeline> => {
      await cancel(caller, await findOnePipeline(pipelineId))
      return findOnePipeline(pipelineId)
    },

    mayReadRows,

    /** The number of runs of a user, in any status. */
    countOf: (userId: number): Promise<number> => countExecutions(database.db, userId),

    /** The rows of a run for a file. The data leaves the product, so the audit log records it. */
    exportLines: async (caller: Caller, row: FoundExecution, format: string): Promise<AsyncIterable<readonly string[]>> => {
      requireReader(caller, row)
      await audit.record(database.db, {
        action: 'results_export',
        description: `${caller.username} exported the results of a run as ${format.toUpperCase()}`,
        target: { type: 'execution_log', id: row.id },
        metadata: { format, row_count: row.rowCount },
      })
      return rows.lines(row)
    },

    /** The rows of a run, if the caller may read them. */
    lines: (caller: Caller, row: FoundExecution): AsyncIterable<readonly string[]> => {
      requireReader(caller, row)
      return rows.lines(row)
    },

    /** Whether the rows of a captured run were deleted with its snapshot. */
    rowsDeleted: (row: FoundExecution): Promise<boolean> => rows.deleted(row),

    requireReader,

    /** Like `find`, but undefined when there is no such run. */
    findOptional: (id: string): Promise<FoundExecution | undefined> => findExecution(database.db, id),

    /** All rows of a run that has ended; throws if some are missing. */
    chunks: (row: FoundExecution): AsyncIterable<PackedRows> => rows.chunks(row),

    /** Deletes the rows of a run that a snapshot now holds: there is no second copy. */
    moveRowsTo: (tx: Executor, executionId: string, snapshotId: string): Promise<void> => moveRows(tx, executionId, snapshotId),

    /** Cleans up after processes that died; returns how many runs it ended. */
    endLostRuns: (now: Date = clock.now()): Promise<number> => sweep(now),

    /**
     * For a start with no other process on this database: no one executes the open manual runs. Jobs resume the others.
     */
    endAllOpenRuns: (): Promise<number> => endLost(new Date(clock.now().getTime() + FAR_AHEAD_MS)),

    /** Call it before `jobs.prepare()`, also in a process that only sends jobs. */
    registerJobs: (): void => {
      running.listen()
      events.onRaised(taskSettingsChanged, (tx, { user_id }) => admission.admit(tx, user_id))
      for (const job of [runJobs.background, runJobs.schedule]) jobs.register(job, claims.perform, { onGivenUp: claims.giveUp })
    },

    /** Ends all manual runs of this process, and immediately any that still start; the log of each says why. */
    stopRuns: (): void => stopping.abort(),

    deleteExpiredLogs: (): Promise<number> =>
      deleteInBatches(CLEANUP_BATCH, (limit) => deleteExpiredExecutions(database.db, clock.now(), DEFAULT_RETENTION_DAYS, limit)),
  }
}

/** The stored ending of a run, whatever ended it; undefined while it is running. */
const storedEnding = ({ status, ...row }: FoundExecution): Ending | undefined =>
  status === 'running' ? undefined : { ...row, status, durationMs: row.durationMs ?? 0 }

type Readable = Pick<FoundExecution, 'userId'>

/** Every user who may view logs sees a log; its rows are for the user of the run, operators and administrators. */
const mayReadRows = (caller: Caller, row: Readable): boolean => row.userId === caller.id || caller.managesWorkspace

function requireReader(caller: Caller, row: Readable): void {
  if (!mayReadRows(caller, row)) throw new Forbidden('Only the user of a run, an operator or an administrator may read its rows.')
}
