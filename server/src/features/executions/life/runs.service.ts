import type { Logger } from 'pino'
import type { Static } from 'typebox'
import type { BackgroundReply, ExecuteBody, ValidateBody } from '@heddle/contract/executions.ts'
import type { Streams } from '../../../adapters/cache/streams.ts'
import type { ControllerPool } from '../../../adapters/controller/controller-pool.ts'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Tracing } from '../../../kernel/tracing.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Frame } from '../../../platform/realtime/channel.ts'
import type { KeptTraces } from '../../../platform/tracing/kept-traces.ts'
import type { Archive } from '../../archive/index.ts'
import type { Audit } from '../../audit/index.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { UsersService } from '../../users/index.ts'
import { createChoiceRows } from '../choices/choice-rows.ts'
import { type ChoicesService, createChoicesService } from '../choices/choices.service.ts'
import type { KnownCounts, PlannedRun, Planners } from '../../planning/index.ts'
import type { EnginePool } from '../../run-engine/index.ts'
import { taskSettingsChanged } from '../executions.events.ts'
import { storedFrames } from '../live/run-frames.ts'
import { createRunProgress, type RunProgress } from '../live/run-progress.ts'
import type { LogsService } from '../logs/logs.service.ts'
import type { FoundPipeline } from '../logs/pipeline-executions.store.ts'
import { createPastRunRequests } from '../requests/check-past-request.ts'
import { createRunRequests } from '../requests/check-request.ts'
import type { ResultsService } from '../results/results.service.ts'
import type { TaskSettingsService } from '../settings/task-settings.service.ts'
import { createAdmission } from './admission.ts'
import { createBackgroundRuns, type ScheduledRun, type UncheckedRun } from './background-runs.ts'
import { createCancel } from './cancel-runs.ts'
import { createRunClaims } from './claim-runs.ts'
import { createRunEnds } from './end-runs.ts'
import { createExecuteNow, type ExecuteNow } from './execute-now.ts'
import { createPerformRun } from './perform-run.ts'
import { defineRunJobs } from './run-jobs.ts'
import { createRunningRuns } from './running-runs.ts'
import { inTraceOfRequest, traceRuns, traceStages } from './trace-runs.ts'
import { findRunState, readStages, type RunState } from './runs.store.ts'
import { createSweep } from './sweep-runs.ts'
import { createLeaseWatch } from './watch-leases.ts'

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
  readonly planners: Planners
  readonly counts: KnownCounts
  readonly logs: LogsService
  readonly results: ResultsService
  readonly archive: Archive
  readonly limits: {
    readonly maxResultRows: number
    readonly maxHeapBytes: number
    readonly syncTimeoutMs: number
    readonly backgroundTimeoutMs: number
    readonly backgroundRuns: number
    readonly scheduledRuns: number
    readonly syncRuns: number
  }
  readonly audit: Audit
  readonly tracing: Tracing
  readonly traces: KeptTraces
  readonly clock: Clock
  readonly logger: Logger
}

/** Starts runs, follows them and ends them. */
export type RunsService = {
  /** All problems at once, or the plan when there are none. A query id of null is a draft of no saved query. */
  readonly validate: (
    caller: Caller,
    queryId: string | null,
    body: ValidateBody,
    disconnected: AbortSignal,
  ) => Promise<PlannedRun>
  /** The values that a parameter of a query may have. */
  readonly listChoices: ChoicesService['list']
  /** Bad input is a 400 and runs nothing; later failures show in the status of the run. */
  readonly execute: ExecuteNow
  readonly executeInBackground: (
    caller: Caller,
    queryId: string | null,
    body: ExecuteBody,
    disconnected: AbortSignal,
  ) => Promise<Static<typeof BackgroundReply>>
  /** Returns the ids of the runs, in the order given. The runs and their jobs exist once the transaction commits. */
  readonly startScheduledMany: (tx: Executor, runs: readonly ScheduledRun[]) => Promise<string[]>
  /** The same for background runs of one user, within their limits. */
  readonly startUnchecked: (tx: Executor, userId: number, runs: readonly UncheckedRun[]) => Promise<string[]>

  /** The user and status of a run, without its large parts. */
  readonly findState: (id: string) => Promise<RunState | undefined>
  /** Streams the frames of a run in progress; none while the cache is unavailable. */
  readonly followRun: RunProgress['follow']
  /** All frames of a run that has ended; none while it is running. */
  readonly framesOfEnded: (run: RunState) => Promise<readonly Frame[]>
  readonly cancel: (caller: Caller, pipelineId: string) => Promise<FoundPipeline>

  /** Cleans up after processes that died; returns how many runs it ended. */
  readonly endLostRuns: () => Promise<number>
  /**
   * For a start with no other process on this database: no one executes the open manual runs. Jobs resume the others.
   */
  readonly endAllOpenRuns: () => Promise<number>
  /** Ends manual runs whose process died, wherever that was. In processes that work. */
  readonly leases: { readonly start: () => void; readonly close: () => void }
  /** Call it before `jobs.prepare()`, also in a process that only sends jobs. */
  readonly registerJobs: () => void
  /** Ends all manual runs of this process, and immediately any that still start; the log of each says why. */
  readonly stopRuns: () => void
}

export function createRunsService(dependencies: Dependencies): RunsService {
  const { database, jobs, events, streams, users, taskSettings, queries, connections, controllers } = dependencies
  const { engines, planners, counts, logs, results, archive, limits, audit, tracing, traces, clock, logger } =
    dependencies
  const stopping = new AbortController()
  const runJobs = defineRunJobs({
    timeoutMs: limits.backgroundTimeoutMs,
    background: limits.backgroundRuns,
    scheduled: limits.scheduledRuns,
  })

  // A run may need another one, whose rows say what values it may have.
  const execute: ExecuteNow = (...request) => executeNow(...request)
  const readRows = createChoiceRows({ database, queries, logs, results, execute, clock })
  const choices = createChoicesService({ queries, connections, readRows })
  const runRequests = createRunRequests({ queries, connections, planners, choices, users })
  const pastRunRequests = createPastRunRequests({ database, queries, connections, archive, planners })

  const progress = createRunProgress({ streams, runTimeoutMs: runJobs.longestMs, clock, logger })
  const running = createRunningRuns({ database, events, clock, logger })
  const admission = createAdmission({ jobs, runJobs, taskSettings, clock })
  const ends = createRunEnds({ database, events, audit, admission, progress, clock })
  const performRun = traceRuns(
    tracing,
    createPerformRun({
      database,
      connections,
      controllers,
      engines,
      running,
      progress,
      ends: traceStages(tracing, ends),
      counts,
      limits,
      clock,
      logger,
    }),
  )

  const claims = createRunClaims({ database, users, runRequests, performRun, ends, runJobs, clock })
  const executeNow = createExecuteNow({
    database,
    logs,
    runRequests,
    pastRunRequests,
    performRun,
    ends,
    timeoutMs: limits.syncTimeoutMs,
    mostAtOnce: limits.syncRuns,
    stop: stopping.signal,
    clock,
  })
  const background = createBackgroundRuns({ database, runRequests, admission, audit, clock })
  const cancel = createCancel({ database, events, audit, admission, ends })
  const { endAllManual, sweep } = createSweep({ database, admission, ends })

  return {
    validate: async (caller, queryId, body, disconnected) =>
      (await runRequests.validate(caller, queryId, body, disconnected)).prepared,
    listChoices: choices.list,
    execute,
    executeInBackground: async (...request) => {
      const reply = await background.ask(...request)
      traces.keep([reply.execution_id])
      return reply
    },
    startScheduledMany: async (tx, wanted) => {
      const ids = await background.startScheduledMany(tx, wanted)
      traces.keep(ids)
      return ids
    },
    startUnchecked: background.startUnchecked,

    findState: (id) => findRunState(database.db, id),
    followRun: progress.follow,
    framesOfEnded: async (run) =>
      run.status === 'running' ? [] : storedFrames(run, await readStages(database.db, run.id)),
    cancel: async (caller, pipelineId) => {
      await cancel(caller, await logs.findPipeline(pipelineId))
      return logs.findPipeline(pipelineId)
    },

    endLostRuns: sweep,
    endAllOpenRuns: endAllManual,
    leases: createLeaseWatch({ database, ends, clock, logger }),
    registerJobs: () => {
      running.listen()
      events.onRaised(taskSettingsChanged, (tx, { user_id }) => admission.admit(tx, user_id))
      for (const job of [runJobs.background, runJobs.schedule])
        jobs.register(job, inTraceOfRequest(traces, claims.perform), { onGivenUp: claims.giveUp })
    },
    stopRuns: () => stopping.abort(),
  }
}
