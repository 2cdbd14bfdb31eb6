import { randomUUID } from 'node:crypto'
import type { ExecuteBody } from '@heddle/contract/executions.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { ResultChunk } from '../engine/engine-types.ts'
import { type Ending, LOST_ENDING } from '../logs/ending.ts'
import type { FoundExecution } from '../logs/execution-logs.store.ts'
import type { LogsService } from '../logs/logs.service.ts'
import type { PastRunRequests } from '../prepare/past-run-requests.ts'
import { requireInput, type RunRequests } from '../prepare/run-requests.ts'
import type { PerformRun } from './perform-run.ts'
import { STORING_MS } from './run-jobs.ts'
import { insertRuns } from './runs.store.ts'

type Dependencies = {
  readonly database: Database
  readonly logs: Pick<LogsService, 'find'>
  readonly runRequests: RunRequests
  readonly pastRunRequests: PastRunRequests
  readonly performRun: PerformRun
  readonly timeoutMs: number
  /** Ends the runs of this process. */
  readonly stop: AbortSignal
  readonly clock: Clock
}

export type ExecutedRun = {
  readonly id: string
  readonly generatedQuery: string
  readonly ending: Ending
  /** The rows; empty unless the run succeeded. */
  readonly chunks: readonly ResultChunk[]
}
export type ExecuteNow = (caller: Caller, queryId: string, body: ExecuteBody, disconnected: AbortSignal) => Promise<ExecutedRun>

/** Manual runs: they start at once, in this process, and the caller waits for their end. */
export function createExecuteNow(dependencies: Dependencies): ExecuteNow {
  const { database, logs, runRequests, pastRunRequests, performRun, timeoutMs, stop, clock } = dependencies

  return async (caller, queryId, body, disconnected) => {
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
          deadlineAt: new Date(now.getTime() + timeoutMs + STORING_MS),
        },
      ]),
    )
    const terms = { timeoutMs, stop, disconnected, requeueOnStop: false }
    const ended = await performRun({ ...run, attempt: 1, startedAt: now, query, input }, terms)
    // Something else, such as a sweep, has ended it.
    const { ending, chunks } = ended ?? { ending: storedEnding(await logs.find(run.id)) ?? LOST_ENDING, chunks: [] }
    return { id: run.id, generatedQuery: input.plan.text, ending, chunks }
  }
}

/** The stored ending of a run, whatever ended it; undefined while it is running. */
const storedEnding = ({ status, ...row }: FoundExecution): Ending | undefined =>
  status === 'running' ? undefined : { ...row, status, durationMs: row.durationMs ?? 0 }
