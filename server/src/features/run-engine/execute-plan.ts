import { AsyncLocalStorage } from 'node:async_hooks'
import type { Lane } from '../../kernel/lane.ts'
import type { ControllerClient, RequestState } from '../../adapters/controller/controller-client.ts'
import type {
  CapturedRows,
  CaptureOrder,
  CountedClass,
  PackedRun,
  PageAnswer,
  ResultChunk,
  RunEvent,
  RunFailure,
  RunLimits,
  RunOutcome,
  Stage,
} from './engine-types.ts'
import { watchUnanswered } from './unanswered.ts'
import type { EnginePool } from './engine-pool.ts'
import { openRunEnd, type RunEndTerms } from './run-end.ts'
import { CANCELLED, SERVER_STOPPED } from './run-failures.ts'

export type RunResult = {
  readonly outcome: RunOutcome
  readonly chunks: readonly ResultChunk[]
  /** What the first step got, where it is kept. */
  readonly chunksBefore: readonly ResultChunk[]
  /** The process stopped the run, which may continue in another one. */
  readonly stopped: boolean
}

/** A controller, and its connection's name as users know it. */
export type NamedClient = { readonly name: string; readonly client: Pick<ControllerClient, 'get'> }

type Options = RunEndTerms & {
  readonly input: PackedRun
  readonly lane: Lane
  /** The client of a connection; undefined if the connection has been deleted. */
  readonly clientOf: (connection: string) => Promise<NamedClient | undefined>
  /** The rows of a snapshot; undefined if there is none. */
  readonly capturedRows: (order: CaptureOrder, signal: AbortSignal) => Promise<CapturedRows | undefined>
  readonly limits: RunLimits
  readonly onEvent: (event: RunEvent) => void
  readonly onStage: (stage: Stage) => void
  readonly onCount?: (counted: CountedClass) => void
}

const TELL_WAITING_MS = 1_000
const DELETED: RunFailure = { reason: 'unreachable', message: 'The controller connection of this query was deleted.' }

/** Runs a plan to its end: result, failure, deadline, cancel or stop. Never throws because of the controller. */
export async function executePlan(engines: EnginePool, options: Options): Promise<RunResult> {
  const end = openRunEnd(options)
  const clientOf = oncePerConnection(options.clientOf)
  const chunks: ResultChunk[] = []
  const chunksBefore: ResultChunk[] = []
  const unanswered = watchUnanswered(end.signal)
  const telling = setInterval(() => tellWaiting(options), TELL_WAITING_MS)
  // The thread asks for pages, and knows nothing of the run's trace.
  const inRun = AsyncLocalStorage.snapshot()
  const getPage = async (connection: string, path: string): Promise<PageAnswer> => {
    const found = await clientOf(connection)
    if (!found) return { ok: false, failure: DELETED }
    const tellTime = options.time.request()
    const wait = stopwatch()
    const onState = (state: RequestState) => {
      tellTime(state)
      wait(state)
      unanswered.note(connection, path, state)
    }
    const asked = found.client.get(path, { signal: end.signal, mayStayPacked: true, onState })
    const answer = await unanswered.watch(connection, path, asked)
    const waitedMs = wait('over')
    return end.cause() ? { ok: false, failure: end.cause()!, waitedMs } : { ...answer, waitedMs }
  }
  try {
    const outcome = await engines.run(options.input, options.limits, {
      lane: options.lane,
      wait: (what) => options.time.wait(what),
      get: (connection, path) => inRun(() => getPage(connection, path)),
      captured: (order) => inRun(() => options.capturedRows(order, end.signal)),
      emit: options.onEvent,
      count: options.onCount ?? (() => undefined),
      stage: options.onStage,
      chunk: (chunk) => chunks.push(chunk),
      chunkBefore: (chunk) => chunksBefore.push(chunk),
      signal: end.signal,
      failureOfAbort: () => end.cause() ?? CANCELLED,
    })
    if (outcome.ok) return { outcome, chunks, chunksBefore: outcome.before ? chunksBefore : [], stopped: false }
    // However the engine reported its aborted requests, the cause is the deadline, the cancel or the stop.
    const cause = end.cause()
    const failure =
      cause?.reason === 'deadline'
        ? await withConnection({ ...cause, ...unanswered.describe(cause.message) }, clientOf)
        : { ...(await withConnection(outcome.failure, clientOf)), ...cause }
    return { outcome: { ...outcome, failure }, chunks: [], chunksBefore: [], stopped: end.cause() === SERVER_STOPPED }
  } finally {
    clearInterval(telling)
    end.close()
  }
}

function tellWaiting({ time, onEvent }: Pick<Options, 'time' | 'onEvent'>): void {
  const waits_for = time.waitsFor()
  // A thread is there in a moment, which nobody needs to read.
  if (waits_for !== undefined && waits_for !== 'server')
    onEvent({ type: 'execution_waiting', waits_for, waited_ms: time.waitedMs() })
}

/** How long a request has waited, all its attempts together. */
function stopwatch(): (state: RequestState) => number {
  let total = 0
  let since: number | undefined
  return (state) => {
    if (since !== undefined) total += performance.now() - since
    since = state === 'waits' ? performance.now() : undefined
    return total
  }
}

/** Users run a query on several connections: the message says which one failed. */
async function withConnection(failure: RunFailure, clientOf: Options['clientOf']): Promise<RunFailure> {
  const found = failure.connection === undefined ? undefined : await clientOf(failure.connection)
  return found ? { ...failure, message: `Connection "${found.name}": ${failure.message}` } : failure
}

/** Reads the connection, decrypts its password and warns about unverified TLS once per run, not for every page. */
function oncePerConnection(clientOf: Options['clientOf']): Options['clientOf'] {
  const clients = new Map<string, ReturnType<Options['clientOf']>>()
  return (connection) => {
    const client = clients.get(connection) ?? clientOf(connection)
    clients.set(connection, client)
    return client
  }
}
