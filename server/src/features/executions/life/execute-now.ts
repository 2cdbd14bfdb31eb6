import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { FairSlots } from '../../../kernel/fair-slots.ts'
import { laneOf } from '../../../kernel/lane.ts'
import { digestOf, type KnownDeaths } from '../../../platform/deaths/known-deaths.ts'
import { noteAuditEntry } from '../../../platform/request-scope.ts'
import { fromNow } from '../../../platform/sql/columns.ts'
import { openRunEnd, type ResultChunk, type RunEndSignal, type RunFailure, RunTime } from '../../run-engine/index.ts'
import type { StartRun } from '../choices/choice-rows.ts'
import { type Ending, endingOfFailure, LOST_ENDING, SET_ASIDE_ENDING } from '../ending.ts'
import type { FoundExecution } from '../logs/execution-logs.store.ts'
import type { LogsService } from '../logs/logs.service.ts'
import { checkPastRequest, isOfPast } from '../requests/check-past-request.ts'
import { checkRequest, identifyRequest } from '../requests/check-request.ts'
import { type CheckedRun, requirePlan } from '../requests/checked-run.ts'
import { nameOfSubject } from '../requests/find-query.ts'
import type { RunOrder } from '../requests/find-request.ts'
import type { RequestParts } from '../requests/request-parts.ts'
import type { RunEnds } from './end-runs.ts'
import { type PerformRun, readJustNow } from './perform-run.ts'
import { RUN_LEASE_MS } from './running-runs.ts'
import { connectionColumns, draftColumns, insertStartedRun, loggedRun } from './runs.store.ts'

/** What manual runs need. */
export type ManualRunParts = RequestParts & {
  readonly logs: Pick<LogsService, 'find'>
  readonly performRun: PerformRun
  readonly ends: RunEnds
  readonly deaths: Pick<KnownDeaths, 'isSetAside' | 'survived'>
  readonly timeoutMs: number
  readonly turns: FairSlots
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

type ManualTerms = {
  readonly disconnected: AbortSignal
  /** For runs that no request waits for. */
  readonly timeoutMs?: number | undefined
  /** It belongs to a run that has its turn already. */
  readonly isPartOfRun?: boolean
}

type ManualRun = RunOrder & {
  readonly actor: Actor
  readonly timeoutMs: number
  /** No request waits for the run. */
  readonly background: boolean
  readonly requestedAt: Date
}

/** Further runs of the user wait: as long as they may take, but not on their time. */
const MOST_RUNS_PER_USER = 3

/** The turns of the manual runs of a process. */
export const manualTurns = (mostAtOnce: number) => new FairSlots({ total: mostAtOnce, perLane: MOST_RUNS_PER_USER })

/** Manual runs: they start in this process, as soon as it is their turn, and the caller waits for their end. */
export async function executeNow(
  parts: ManualRunParts,
  actor: Actor,
  order: RunOrder,
  { disconnected, timeoutMs, isPartOfRun = false }: ManualTerms,
): Promise<ExecutedRun> {
  const { turns, stop, clock } = parts
  const background = timeoutMs !== undefined
  const run = { ...order, actor, timeoutMs: timeoutMs ?? parts.timeoutMs, background, requestedAt: clock.now() }
  const lane = laneOf(actor)
  const time = new RunTime(run)
  const end = openRunEnd({ time, disconnected, stop })
  const isOver = time.wait(turns.takenBy(lane) < MOST_RUNS_PER_USER ? 'server' : 'user')
  const finishTurn = isPartOfRun ? () => undefined : await turns.acquire(lane, end.signal)
  isOver()
  try {
    const checked = finishTurn && (await check(parts, run, end).finally(time.wait('server')))
    if (!checked) return await endUnprepared(parts, run, end.cause()!, time)
    if (parts.deaths.isSetAside(workOf(run, checked)))
      return await endUnperformed(parts, run, checked, SET_ASIDE_ENDING)
    return await perform(parts, run, checked, { time, disconnected })
  } finally {
    end.close()
    time.close()
    finishTurn?.()
  }
}

/** Runs whose rows tell what values another run may have. */
export const startRunWith =
  (parts: ManualRunParts, terms: Pick<ManualTerms, 'isPartOfRun'> = {}): StartRun =>
  (actor, queryId, connection, disconnected) =>
    executeNow(parts, actor, { queryId, body: { controller_connection: connection } }, { ...terms, disconnected })

/** Undefined when the run has to end before it is planned. */
async function check(
  parts: ManualRunParts,
  { actor, ...order }: ManualRun,
  end: RunEndSignal,
): Promise<CheckedRun | undefined> {
  const requester = { actor, signal: end.signal, startRun: startRunWith(parts, { isPartOfRun: true }) }
  try {
    if (isOfPast(order)) return await checkPastRequest(parts, requester, order)
    return await checkRequest(parts, requester, order, { runsNext: true })
  } catch (error) {
    if (end.cause()) return undefined
    throw error
  }
}

async function endUnprepared(
  parts: ManualRunParts,
  run: ManualRun,
  failure: RunFailure,
  time: RunTime,
): Promise<ExecutedRun> {
  const identified = await identifyRequest(parts, run, run)
  const times = { durationMs: parts.clock.now().getTime() - run.requestedAt.getTime(), waitedMs: time.waitedMs() }
  return endUnperformed(parts, run, identified, endingOfFailure(failure, times))
}

async function endUnperformed(
  parts: ManualRunParts,
  run: ManualRun,
  identified: Pick<CheckedRun, 'subject' | 'request'>,
  ending: Ending,
): Promise<ExecutedRun> {
  const inserted = await insert(parts, run, identified)
  await parts.ends.end(inserted, { ending, stages: [], subject: nameOfSubject(identified.subject) })
  return { id: inserted.id, ...factsOf(identified), generatedQuery: '', ending, chunks: [] }
}

/** Whatever changes it may be why the next run does not kill its process. */
const workOf = ({ queryId, body }: RunOrder, { subject }: Pick<CheckedRun, 'subject'>): string =>
  digestOf('run', queryId, subject.version, body)

async function perform(
  parts: ManualRunParts,
  { timeoutMs, background, ...run }: ManualRun,
  checked: CheckedRun,
  terms: { readonly time: RunTime; readonly disconnected: AbortSignal },
): Promise<ExecutedRun> {
  const plan = requirePlan(checked)
  const work = workOf(run, checked)
  const inserted = await insert(parts, run, checked, { generatedQuery: plan.text, work })
  const started = {
    ...inserted,
    lane: laneOf(run.actor),
    attempt: 1,
    startedAt: run.requestedAt,
    subject: checked.subject,
    plan,
  }
  const ended = await parts.performRun(started, {
    timeoutMs,
    background,
    stop: parts.stop,
    requeueOnStop: false,
    ...terms,
  })
  // Something else, such as a sweep, has ended it, and has left the audit entry.
  if (!ended) noteAuditEntry()
  const { ending, chunks } = ended ?? { ending: await endingByOthers(parts, inserted.id), chunks: [] }
  await parts.deaths.survived(work, ending.errorMessage === LOST_ENDING.errorMessage)
  return { id: inserted.id, ...factsOf(checked), generatedQuery: plan.text, ending, chunks }
}

const endingByOthers = async ({ logs }: ManualRunParts, id: string): Promise<Ending> =>
  storedEnding(await logs.find(id)) ?? LOST_ENDING

/** With its connections, which the run reads next. */
async function insert(
  { database, clock }: Pick<ManualRunParts, 'database' | 'clock'>,
  { actor, requestedAt }: Pick<ManualRun, 'actor' | 'requestedAt'>,
  { subject, request }: Pick<CheckedRun, 'subject' | 'request'>,
  planned?: { readonly generatedQuery: string; readonly work: string },
) {
  const run = { id: randomUUID(), trigger: 'manual' as const, userId: actor.id }
  const row = {
    ...run,
    pipelineId: randomUUID(),
    savedQueryId: subject.id,
    savedQueryVersion: subject.version,
    ...connectionColumns(request),
    username: actor.username,
    status: 'running' as const,
    variables: { ...request.variables },
    ...draftColumns(subject),
    // Nobody has looked at the size of a draft that was not planned.
    ...(planned ?? { canvas: null }),
    skipPostProcessors: request.skipPostProcessors,
    executedAt: requestedAt,
    startedAt: clock.now(),
    attempts: 1,
    deadlineAt: fromNow(RUN_LEASE_MS),
  }
  const connections = await insertStartedRun(database.db, row)
  return { ...run, logged: loggedRun(row), read: readJustNow(connections) }
}

const factsOf = ({ subject, request }: Pick<CheckedRun, 'subject' | 'request'>) => ({
  savedQueryVersion: subject.version,
  draft: subject.draft !== null,
  controllerConnectionId: request.connection,
  controllerConnectionIds: request.merged?.ids ?? null,
})

/** The stored ending of a run, whatever ended it; undefined while it is running. */
const storedEnding = ({ status, ...row }: FoundExecution): Ending | undefined =>
  status === 'running' ? undefined : { ...row, status, durationMs: row.durationMs ?? 0 }
