import { LRUCache } from 'lru-cache'
import { AiFailure, type AiFailureReason } from '../../../adapters/ai-provider/ai-failure.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { type AiPurpose, AiRefused, type AiUses, type Ask } from '../../ai/index.ts'

/** Longer than this, nobody waits for a list or a page. */
const TIMEOUT_MS = 10 * SECOND
const PAUSE_MS = 30 * SECOND
const LONGEST_PAUSE_MS = 600 * SECOND
const MOST_PAUSES = 1_000
/** Failures that the next question would meet too, whatever it is. */
const LASTING: readonly AiFailureReason[] = [
  'unauthorized',
  'unknown_model',
  'rate_limited',
  'out_of_credit',
  'unreachable',
  'timeout',
]

export type AiAttempt<Result> =
  | { readonly ok: true; readonly value: Result }
  /** `wasAsked`: the provider, in vain. */
  | { readonly ok: false; readonly detail: string; readonly wasAsked: boolean }

export type AttemptOrder = {
  readonly actor: Actor
  readonly purpose: AiPurpose
  readonly target?: { readonly type: string; readonly id: string }
  /** Whose provider is asked: a failure of it holds up only those who use the same one. */
  readonly provider: string
}

export type AiAttempts = ReturnType<typeof createAiAttempts>

/**
 * Uses of AI that nobody depends on: each ends within ten seconds, with the reason if it failed, and a provider that
 * failed is left alone for half a minute, so that a broken one does not delay page after page. The client's
 * disconnection ends none, because the answer serves the next one who asks.
 */
export function createAiAttempts({ uses, clock }: { readonly uses: Pick<AiUses, 'use'>; readonly clock: Clock }) {
  const pauses = new LRUCache<string, { readonly untilMs: number; readonly message: string }>({ max: MOST_PAUSES })
  const running = new Map<string, Promise<AiAttempt<unknown>>>()
  const stopping = new AbortController()
  const nowMs = () => clock.now().getTime()

  function pauseOf(provider: string): string | undefined {
    const pause = pauses.get(provider)
    const leftMs = (pause?.untilMs ?? 0) - nowMs()
    return pause && leftMs > 0 ? `${pause.message} AI is asked again in ${Math.ceil(leftMs / SECOND)} s.` : undefined
  }

  async function attempt<Result>(order: AttemptOrder, work: (ask: Ask) => Promise<Result>): Promise<AiAttempt<Result>> {
    const { provider, ...use } = order
    const pause = pauseOf(provider)
    if (pause !== undefined) return { ok: false, detail: pause, wasAsked: false }
    const turn = { hasCome: false }
    const begin = (ask: Ask) => {
      turn.hasCome = true
      return work(ask)
    }
    try {
      return { ok: true, value: await uses.use({ ...use, signal: stopping.signal, timeoutMs: TIMEOUT_MS }, begin) }
    } catch (error: unknown) {
      if (error instanceof AiRefused) return { ok: false, detail: error.refusal.detail, wasAsked: false }
      if (!(error instanceof AiFailure)) throw error
      // Waiting in vain for one's own other uses says nothing about the provider.
      if (turn.hasCome && LASTING.includes(error.reason))
        pauses.set(provider, { untilMs: nowMs() + pauseMs(error), message: error.message })
      return { ok: false, detail: error.message, wasAsked: turn.hasCome }
    }
  }

  return {
    /** Those who ask with the same key while an attempt runs share its result. */
    once: <Result>(
      key: string,
      order: AttemptOrder,
      work: (ask: Ask) => Promise<Result>,
    ): Promise<AiAttempt<Result>> => {
      const started = running.get(key) ?? attempt(order, work).finally(() => running.delete(key))
      running.set(key, started)
      return started as Promise<AiAttempt<Result>>
    },
    close: async () => {
      stopping.abort()
      await Promise.allSettled(running.values())
    },
  }
}

function pauseMs({ retryAfterSeconds = 0 }: AiFailure): number {
  return Math.min(Math.max(PAUSE_MS, retryAfterSeconds * SECOND), LONGEST_PAUSE_MS)
}
