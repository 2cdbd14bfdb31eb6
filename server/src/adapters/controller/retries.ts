import { setTimeout as sleep } from 'node:timers/promises'
import { refusalOfAbort } from '../outbound/abort-scope.ts'
import { type Refusal, withMessage } from '../outbound/controller-failure.ts'

export type RetryPolicy = {
  /** Attempts in all. */
  readonly tries: number
  /** Before the second attempt; triples with each further one, half of it random. */
  readonly retryDelayMs: number
}

const FACTOR = 3
const LONGEST_DELAY_MS = 30_000

/** Retries what is worth retrying. If the wait is interrupted, the message includes the last failure. */
export async function withRetries<T extends { readonly ok: true }>(
  attempt: () => Promise<T | Refusal>,
  policy: RetryPolicy,
  signal: AbortSignal,
): Promise<T | Refusal> {
  for (let tried = 1; ; tried++) {
    const outcome = await attempt()
    if (outcome.ok || outcome.next !== 'retry' || tried >= policy.tries) return outcome
    if (!(await pause(delayMs(policy, tried), signal))) return cutShort(signal, outcome)
  }
}

export function delayMs(policy: RetryPolicy, tried: number, random: () => number = Math.random): number {
  const full = Math.min(policy.retryDelayMs * FACTOR ** (tried - 1), LONGEST_DELAY_MS)
  return full * (0.5 + random() / 2)
}

function cutShort(signal: AbortSignal, last: Refusal): Refusal {
  const aborted = refusalOfAbort(signal)
  return withMessage(aborted, `${aborted.failure.message} Last attempt: ${last.failure.message}`)
}

async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal })
    return true
  } catch {
    // Only the signal ends a wait early.
    return false
  }
}
