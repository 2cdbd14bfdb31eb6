import type { Static } from 'typebox'
import type { BackgroundBody, BackgroundReply, ExecuteBody, ValidateBody } from '@heddle/contract/executions.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Actor, Caller } from '../../../kernel/caller.ts'
import type { ChoicesService } from '../choices/choices.service.ts'
import { taskSettingsChanged } from '../executions.events.ts'
import { framesOfEndedRun, type SentRunFrame } from '../live/run-frames.ts'
import type { RunProgress } from '../live/run-progress.ts'
import type { FoundPipeline } from '../logs/pipeline-executions.store.ts'
import { checkRequest } from '../requests/check-request.ts'
import type { CheckedRun } from '../requests/checked-run.ts'
import type { AssembledRuns, RunsDependencies } from './assemble.ts'
import {
  executeInBackground,
  type ScheduledRun,
  startScheduledMany,
  startUnchecked,
  type UncheckedRun,
} from './background-runs.ts'
import { createCancel } from './cancel-runs.ts'
import type { RunEnds } from './end-runs.ts'
import { type ExecutedRun, executeNow, startRunWith } from './execute-now.ts'
import { inTraceOfRequest } from './trace-runs.ts'
import { findRunState, readStages, type CurrentRun } from './runs.store.ts'
import { createSweep } from './sweep-runs.ts'
import { createLeaseWatch } from './watch-leases.ts'

type ExecuteTerms = {
  /** A version of the query that is still kept; else the current one. */
  readonly version?: number
  /** For runs that no request waits for. */
  readonly timeoutMs?: number
}

/** Starts runs, follows them and ends them. */
export type RunsService = {
  /** All problems at once, or the plan when there are none. A query id of null is a draft of no saved query. */
  readonly validate: (
    caller: Caller,
    queryId: string | null,
    body: ValidateBody,
    disconnected: AbortSignal,
  ) => Promise<CheckedRun>
  /** The values that a parameter of a query may have. */
  readonly listChoices: (
    caller: Caller,
    parameter: Parameters<ChoicesService['list']>[1],
    query: Parameters<ChoicesService['list']>[2],
    disconnected: AbortSignal,
  ) => ReturnType<ChoicesService['list']>
  /** Bad input is a 400 and runs nothing; later failures show in the status of the run. */
  readonly execute: (
    actor: Actor,
    /** Null for a draft of no saved query. */
    queryId: string | null,
    body: ExecuteBody,
    disconnected: AbortSignal,
    terms?: ExecuteTerms,
  ) => Promise<ExecutedRun>
  readonly executeInBackground: (
    caller: Caller,
    queryId: string | null,
    body: BackgroundBody,
    disconnected: AbortSignal,
  ) => Promise<Static<typeof BackgroundReply>>
  /** Returns the ids of the runs, in the order given. The runs and their jobs exist once the transaction commits. */
  readonly startScheduledMany: (tx: Executor, runs: readonly ScheduledRun[]) => Promise<string[]>
  /** The same for background runs of one user, within their limits. */
  readonly startUnchecked: (tx: Executor, userId: number, runs: readonly UncheckedRun[]) => Promise<string[]>

  /** The user and status of a run, without its large parts. */
  readonly findState: (id: string) => Promise<CurrentRun | undefined>
  /** Streams the frames of a run in progress; none while the cache is unavailable. */
  readonly followRun: RunProgress['follow']
  /** All frames of a run that has ended; none while it is running. */
  readonly framesOfEnded: (run: CurrentRun) => Promise<readonly SentRunFrame[]>
  readonly cancel: (caller: Caller, pipelineId: string) => Promise<FoundPipeline>

  /** Calls the listener in the process that has ended a run, once that is stored. */
  readonly onEnded: RunEnds['onEnded']
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

export function createRunsService(dependencies: RunsDependencies, runs: AssembledRuns): RunsService {
  const { database, jobs, events, traces, logs, clock, logger } = dependencies
  const { manual, background, choices, progress, running, runJobs, claims, startRun } = runs
  const { ends, admission } = background
  const cancel = createCancel(background)
  const { endAllManual, sweep } = createSweep(background)

  return {
    validate: (actor, queryId, body, signal) => checkRequest(manual, { actor, signal }, { queryId, body }),
    listChoices: (caller, parameter, query, signal) =>
      choices.list(caller, parameter, query, { signal, startRun: startRunWith(manual) }),
    execute: (actor, queryId, body, disconnected, { version, timeoutMs } = {}) =>
      executeNow(manual, actor, { queryId, version, body }, { disconnected, timeoutMs }),
    executeInBackground: async (caller, queryId, body, signal) => {
      const reply = await executeInBackground(background, caller, { queryId, body }, { signal, startRun })
      traces.keep([reply.execution_id])
      return reply
    },
    startScheduledMany: async (tx, wanted) => {
      const ids = await startScheduledMany(background, tx, wanted)
      traces.keep(ids)
      return ids
    },
    startUnchecked: (tx, userId, runs) => startUnchecked(background, tx, userId, runs),

    findState: (id) => findRunState(database.db, id),
    followRun: progress.follow,
    framesOfEnded: async (run) =>
      run.status === 'running' ? [] : framesOfEndedRun(run, await readStages(database.db, run.id)),
    cancel: async (caller, pipelineId) => {
      await cancel(caller, await logs.findPipeline(pipelineId))
      return logs.findPipeline(pipelineId)
    },

    onEnded: ends.onEnded,
    endLostRuns: sweep,
    endAllOpenRuns: endAllManual,
    leases: createLeaseWatch({ database, ends, deaths: dependencies.deaths, clock, logger }),
    registerJobs: () => {
      running.listen()
      events.onRaised(taskSettingsChanged, (tx, { user_id }) => admission.admit(tx, user_id))
      for (const job of [runJobs.background, runJobs.schedule])
        jobs.register(job, inTraceOfRequest(traces, claims.perform), { onGivenUp: claims.giveUp })
    },
    stopRuns: () => runs.stopping.abort(),
  }
}
