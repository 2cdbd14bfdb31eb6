import type { ControllerClient } from '../../../adapters/controller/controller-client.ts'
import type { CountedClass, EngineEvent, PackedRun, ResultChunk, RunFailure, RunLimits, RunOutcome, Stage } from './engine-types.ts'
import { watchUnanswered } from './unanswered.ts'
import type { EnginePool } from './engine-pool.ts'
import { openRunEnd, type RunEndTerms } from './run-end.ts'
import { CANCELLED, SERVER_STOPPED } from './run-failures.ts'

export type RunResult = {
  readonly outcome: RunOutcome
  readonly chunks: readonly ResultChunk[]
  /** The process stopped the run, which may continue in another one. */
  readonly stopped: boolean
}

/** A controller, and its connection's name as users know it. */
export type NamedClient = { readonly name: string; readonly client: ControllerClient }

type Options = RunEndTerms & {
  readonly input: PackedRun
  readonly userId: number | null
  /** The client of a connection; undefined if the connection has been deleted. */
  readonly clientOf: (connection: string) => Promise<NamedClient | undefined>
  readonly limits: RunLimits
  readonly onEvent: (event: EngineEvent) => void
  readonly onStages: (stages: readonly Stage[]) => void
  readonly onCount?: (counted: CountedClass) => void
}

const DELETED: RunFailure = { reason: 'unreachable', message: 'The controller connection of this query was deleted.' }

/** Runs a plan to its end: result, failure, deadline, cancel or stop. Never throws because of the controller. */
export async function executePlan(engines: EnginePool, options: Options): Promise<RunResult> {
  const end = openRunEnd(options)
  const clientOf = oncePerConnection(options.clientOf)
  const chunks: ResultChunk[] = []
  const unanswered = watchUnanswered(end.signal)
  try {
    const outcome = await engines.run(options.input, options.limits, {
      userId: options.userId,
      get: async (connection, path) => {
        const found = await clientOf(connection)
        if (!found) return { ok: false, failure: DELETED }
        const answer = await unanswered.watch(connection, path, found.client.get(path, { signal: end.signal, mayStayPacked: true }))
        return end.cause() ? { ok: false, failure: end.cause()! } : answer
      },
      emit: options.onEvent,
      count: options.onCount ?? (() => undefined),
      stages: options.onStages,
      chunk: (chunk) => chunks.push(chunk),
      signal: end.signal,
      failureOfAbort: () => end.cause() ?? CANCELLED,
    })
    if (outcome.ok) return { outcome, chunks, stopped: false }
    // However the engine reported its aborted requests, the cause is the deadline, the cancel or the stop.
    const cause = end.cause()
    const failure =
      cause?.reason === 'deadline'
        ? await withConnection({ ...cause, ...unanswered.describe(cause.message) }, clientOf)
        : { ...(await withConnection(outcome.failure, clientOf)), ...cause }
    return { outcome: { ...outcome, failure }, chunks: [], stopped: end.cause() === SERVER_STOPPED }
  } finally {
    end.close()
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
