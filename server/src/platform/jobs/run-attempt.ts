import { addAbortListener } from 'node:events'
import type { Static, TObject } from 'typebox'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { JobDefinition, JobHandler } from './job.ts'

/** How long a handler may take to clean up after its signal aborts. */
const ABORT_GRACE_MS = 5 * SECOND

export type Attempt = {
  readonly jobId: string
  readonly number: number
  readonly deaths: number
  readonly controller: AbortController
}

/** Runs the handler, aborts it when it times out, and stops waiting if it ignores that. */
export async function runAttempt<S extends TObject>(
  job: JobDefinition<S>,
  handler: JobHandler<S>,
  payload: Static<S>,
  { jobId, number, deaths, controller }: Attempt,
  clock: Clock,
): Promise<void> {
  const { signal } = controller
  const timeout = clock.setTimer(
    () => controller.abort(new Error(`took longer than ${job.timeoutMs} ms`)),
    job.timeoutMs,
  )
  const ignored = rejectWhenIgnored(signal, clock)
  try {
    await Promise.race([handler(payload, { signal, attempt: number, jobId, deaths }), ignored.promise])
  } finally {
    timeout.cancel()
    ignored.cancel()
  }
}

/** Rejects with the signal's reason some time after it aborts. */
function rejectWhenIgnored(signal: AbortSignal, clock: Clock): { promise: Promise<never>; cancel: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  let cancelGrace = (): void => undefined
  const listener = addAbortListener(signal, () => {
    cancelGrace = clock.setTimer(() => reject(signal.reason), ABORT_GRACE_MS).cancel
  })
  return {
    promise,
    cancel: () => {
      listener[Symbol.dispose]()
      cancelGrace()
    },
  }
}
