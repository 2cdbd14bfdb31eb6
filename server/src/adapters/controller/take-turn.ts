import { openAbortScope, refusalOfAbort, seconds } from '../outbound/abort-scope.ts'
import { type Refusal, refuse } from '../outbound/controller-failure.ts'
import type { ControllerBudget } from './controller-budget.ts'

export type Wait = {
  /** Those of one lane take turns with others, see `ControllerBudget`. */
  readonly lane: unknown
  readonly signal: AbortSignal
  /** Longest wait. */
  readonly waitMs: number
}

/** A turn that somebody waits for, and so not for long. Without one, the message says what took it. */
export async function takeTurn(
  budget: ControllerBudget,
  { lane, signal, waitMs }: Wait,
): Promise<(() => void) | Refusal> {
  const scope = openAbortScope([signal], waitMs)
  try {
    const release = await budget.acquire(lane, scope.signal)
    if (release) return release
    return signal.aborted ? refusalOfAbort(signal) : refuse('deadline', await whyNone(budget, waitMs))
  } finally {
    scope.close()
  }
}

async function whyNone(budget: ControllerBudget, waitMs: number): Promise<string> {
  const { parallel, perMinute } = budget.limits
  const { taken, takenLastMinute } = await budget.read()
  const lastMinute = perMinute === null ? '' : `, and got ${takenLastMinute} in the last minute (limit ${perMinute})`
  return `The controller was not asked: its limits left no turn within ${seconds(waitMs)}. It is answering ${taken} ${taken === 1 ? 'request' : 'requests'} (limit ${parallel})${lastMinute}.`
}
