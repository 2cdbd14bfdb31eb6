import type { Logger } from 'pino'
import type { ControllerClient } from '../../adapters/controller/controller-client.ts'
import type { EngineEvent, ResultChunk, RunFailure, RunInput, RunOutcome } from './engine/engine-types.ts'
import type { EnginePool } from './engine/engine-pool.ts'

export type RunResult = { readonly outcome: RunOutcome; readonly chunks: readonly ResultChunk[] }

type Options = {
  readonly input: RunInput
  /** The client of a connection, or undefined when it was deleted meanwhile. */
  readonly clientOf: (connection: string) => Promise<ControllerClient | undefined>
  readonly timeoutMs: number
  /** A cancel, or a client that went away. */
  readonly cancel: AbortSignal
  readonly limits: { readonly maxRows: number; readonly maxHeapBytes: number }
  readonly onEvent: (event: EngineEvent) => void
  readonly logger: Logger
}

const cancelled: RunFailure = { reason: 'cancelled', message: 'cancelled' }

/** Runs a plan to its end, whatever ends it: result, failure, deadline or cancel. Never throws for what the controller does. */
export async function executeRun(engines: EnginePool, options: Options): Promise<RunResult> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = AbortSignal.any([timeout, options.cancel])
  const late: RunFailure = {
    reason: 'deadline',
    message: `The run took longer than ${options.timeoutMs / 1000} s. Narrow it with filters or a scope, or run it in the background.`,
  }
  const failureOfAbort = () => (timeout.aborted ? late : cancelled)
  const chunks: ResultChunk[] = []
  const outcome = await engines.run(options.input, options.limits, {
    get: async (connection, path) => {
      const client = await options.clientOf(connection)
      if (!client) return { ok: false, failure: { reason: 'unreachable', message: 'The controller connection of this query was deleted.' } }
      const answer = await client.get(path, { signal })
      return signal.aborted ? { ok: false, failure: failureOfAbort() } : answer
    },
    emit: options.onEvent,
    chunk: (chunk) => chunks.push(chunk),
    signal,
    failureOfAbort,
  })
  // Whatever the engine made of its aborted requests, the cause is the deadline or the cancel.
  if (!outcome.ok && signal.aborted) return { outcome: { ...outcome, failure: { ...outcome.failure, ...failureOfAbort() } }, chunks: [] }
  return { outcome, chunks: outcome.ok ? chunks : [] }
}
