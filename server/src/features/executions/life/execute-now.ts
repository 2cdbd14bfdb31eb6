import { randomUUID } from 'node:crypto'
import type { ExecuteBody } from '@heddle/contract/executions.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { FairSlots } from '../../../kernel/fair-slots.ts'
import { noteAuditEntry } from '../../../platform/request-scope.ts'
import {
  createRunTime,
  openRunEnd,
  type ResultChunk,
  type RunEndSignal,
  type RunFailure,
  type RunTime,
} from '../../run-engine/index.ts'
import { type Ending, endingOfFailure, LOST_ENDING } from '../ending.ts'
import type { FoundExecution } from '../logs/execution-logs.store.ts'
import type { LogsService } from '../logs/logs.service.ts'
import { nameOfSubject } from '../requests/find-query.ts'
import type { PastRunRequests } from '../requests/check-past-request.ts'
import { type CheckedRequest, requireInput, type RunRequests } from '../requests/check-request.ts'
import type { RunEnds } from './end-runs.ts'
import type { PerformRun } from './perform-run.ts'
import { LEASE_MS } from './running-runs.ts'
import { connectionColumns, draftColumns, fromNow, insertRuns } from './runs.store.ts'

type Dependencies = {
  readonly database: Database
  readonly logs: Pick<LogsService, 'find'>
  readonly runRequests: RunRequests
  readonly pastRunRequests: PastRunRequests
  readonly performRun: PerformRun
  readonly ends: RunEnds
  readonly timeoutMs: number
  /** Most runs of this kind that the process has at a time. */
  readonly mostAtOnce: number
  /** Ends the runs of this process. */
  readonly stop: AbortSignal
  readonly clock: Clock
}

export type ExecutedRun = {
  readonly id: string
  /** Null for a draft. */
  readonly savedQueryVersion: number | null
  /** Of a merged run, the id that stands for its connections. */
  readonly controllerConnectionId: string
  readonly controllerConnectionIds: readonly string[] | null
  readonly generatedQuery: string
  readonly draft: boolean
  readonly ending: Ending
  /** The rows; empty unless the run succeeded. */
  readonly chunks: readonly ResultChunk[]
}
export type ExecuteTerms = {
  /** A version of the query that is still kept; else the current one. */
  readonly version?: number
  /** For runs that no request waits for. */
  readonly timeoutMs?: number
  /** It belongs to a run that has its turn already. */
  readonly isPartOfRun?: boolean
}
export type ExecuteNow = (
  actor: Actor,
  /** Null for a draft of no saved query. */
  queryId: string | null,
  body: ExecuteBody,
  disconnected: AbortSignal,
  terms?: ExecuteTerms,
) => Promise<ExecutedRun>

type Request = {
  readonly actor: Actor
  readonly queryId: string | null
  readonly body: ExecuteBody
  readonly version: number | undefined
  readonly timeoutMs: number
  /** No request waits for the run. */
  readonly background: boolean
  readonly requestedAt: Date
}

/** Further runs of the user wait: as long as they may take, but not on their time. */
const MOST_RUNS_PER_USER = 3

/** Manual runs: they start in this process, as soon as it is their turn, and the caller waits for their end. */
export function createExecuteNow(dependencies: Dependencies): ExecuteNow {
  const { database, logs, runRequests, pastRunRequests, performRun, ends, timeoutMs, mostAtOnce, stop, clock } =
    dependencies
  const turns = new FairSlots({ total: mostAtOnce, perLane: MOST_RUNS_PER_USER })

  async function insert(
    { actor, requestedAt }: Request,
    { query, asked }: Pick<CheckedRequest, 'query' | 'asked'>,
    planned?: { readonly generatedQuery: string },
  ) {
    const run = { id: randomUUID(), trigger: 'manual' as const, userId: actor.id }
    const row = {
      ...run,
      pipelineId: randomUUID(),
      savedQueryId: query.id,
      savedQueryVersion: query.version,
      ...connectionColumns(asked),
      username: actor.username,
      status: 'running' as const,
      variables: { ...asked.variables },
      ...draftColumns(query),
      // Nobody has looked at the size of a draft that was not planned.
      ...(planned ? { generatedQuery: planned.generatedQuery } : { canvas: null }),
      skipPostProcessors: asked.skipPostProcessors,
      executedAt: requestedAt,
      startedAt: clock.now(),
      attempts: 1,
      deadlineAt: fromNow(LEASE_MS),
    }
    await database.transaction((tx) => insertRuns(tx, [row]))
    return run
  }

  /** Prepares the run; undefined when it has to end before. */
  async function prepare(
    { actor, queryId, body, version }: Request,
    end: RunEndSignal,
  ): Promise<CheckedRequest | undefined> {
    try {
      if (body.as_of != null && body.draft == null && queryId !== null)
        return await pastRunRequests.check(actor, queryId, body, end.signal)
      return await runRequests.check(actor, queryId, body, end.signal, version)
    } catch (error) {
      if (end.cause()) return undefined
      throw error
    }
  }

  async function endUnprepared(request: Request, failure: RunFailure, time: RunTime): Promise<ExecutedRun> {
    const { actor, queryId, body, version, requestedAt } = request
    const identified = await runRequests.identify(actor, queryId, body, version)
    const run = await insert(request, identified)
    const times = { durationMs: clock.now().getTime() - requestedAt.getTime(), waitedMs: time.waitedMs() }
    const ending = endingOfFailure(failure, times)
    await ends.end(run, { ending, stages: [], subject: nameOfSubject(identified.query) })
    return { id: run.id, ...askedOf(identified), generatedQuery: '', ending, chunks: [] }
  }

  async function perform(
    request: Request,
    checked: CheckedRequest,
    terms: { time: RunTime; disconnected: AbortSignal },
  ) {
    const input = requireInput(checked.prepared)
    const run = await insert(request, checked, { generatedQuery: input.text })
    const started = { ...run, attempt: 1, startedAt: request.requestedAt, query: checked.query, input }
    const { timeoutMs, background } = request
    const ended = await performRun(started, { timeoutMs, background, stop, requeueOnStop: false, ...terms })
    // Something else, such as a sweep, has ended it, and has left the audit entry.
    if (!ended) noteAuditEntry()
    const { ending, chunks } = ended ?? { ending: storedEnding(await logs.find(run.id)) ?? LOST_ENDING, chunks: [] }
    return { id: run.id, ...askedOf(checked), generatedQuery: input.text, ending, chunks }
  }

  return async (actor, queryId, body, disconnected, { version, timeoutMs: ownTimeoutMs, isPartOfRun = false } = {}) => {
    const background = ownTimeoutMs !== undefined
    const request = {
      actor,
      queryId,
      body,
      version,
      timeoutMs: ownTimeoutMs ?? timeoutMs,
      background,
      requestedAt: clock.now(),
    }
    const time = createRunTime(request)
    const end = openRunEnd({ time, disconnected, stop })
    const isOver = time.wait(turns.takenBy(actor.id) < MOST_RUNS_PER_USER ? 'server' : 'user')
    const finishTurn = isPartOfRun ? () => undefined : await turns.acquire(actor.id, end.signal)
    isOver()
    try {
      const checked = finishTurn && (await prepare(request, end).finally(time.wait('server')))
      if (!checked) return await endUnprepared(request, end.cause()!, time)
      return await perform(request, checked, { time, disconnected })
    } finally {
      end.close()
      time.close()
      finishTurn?.()
    }
  }
}

const askedOf = ({ query, asked }: Pick<CheckedRequest, 'query' | 'asked'>) => ({
  savedQueryVersion: query.version,
  draft: query.draft !== null,
  controllerConnectionId: asked.connection,
  controllerConnectionIds: asked.merged?.ids ?? null,
})

/** The stored ending of a run, whatever ended it; undefined while it is running. */
const storedEnding = ({ status, ...row }: FoundExecution): Ending | undefined =>
  status === 'running' ? undefined : { ...row, status, durationMs: row.durationMs ?? 0 }
