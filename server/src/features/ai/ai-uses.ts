import type { Prompt, Manner } from '@heddle/domain/ai/prompt.ts'
import type { AiSpent } from '@heddle/contract/ai.ts'
import type { Actor } from '../../kernel/caller.ts'

/** What a use is for; names its audit entry. */
export type AiPurpose = 'generate_query' | 'explain_query' | 'explain_changes' | 'suggest_classes' | 'class_notes'

/** Why the caller cannot use AI now, with what to do about it. */
export type AiRefusal = {
  readonly reason: 'switched_off' | 'not_allowed' | 'quota_spent' | 'not_configured'
  readonly detail: string
}

/** Thrown by `use` before anything is sent. */
export class AiRefused extends Error {
  override readonly name = 'AiRefused'
  readonly refusal: AiRefusal

  constructor(refusal: AiRefusal) {
    super(refusal.detail)
    this.refusal = refusal
  }
}

/**
 * Puts one question to the provider. `read` turns the parsed JSON into what is wanted, or undefined if it is of another
 * shape; then, and when the answer is broken, the question is asked once more. Rejects with an `AiFailure`.
 */
export type Ask = <Wanted>(prompt: Prompt, read: (value: unknown) => Wanted | undefined) => Promise<Wanted>

export type UseOrder = {
  readonly actor: Actor
  readonly purpose: AiPurpose
  /** Of the audit entry, if the use is about one thing. */
  readonly target?: { readonly type: string; readonly id: string }
  readonly signal: AbortSignal
  /** All rounds together; as configured unless given. */
  readonly timeoutMs?: number
}

export type AiUses = {
  /** Undefined if `use` would start now. Sends nothing and counts nothing. */
  readonly refusalFor: (actor: Actor) => Promise<AiRefusal | undefined>
  readonly manner: () => Promise<Manner & { readonly sharesResults: boolean }>
  /**
   * One use of AI: counts once against the caller's quota however many questions it takes, leaves one audit entry, and
   * waits for its turn if the caller has other uses running. A use that rejects with an `AiFailure` counts nothing.
   * `spent` says what the questions took so far.
   */
  readonly use: <Result>(order: UseOrder, work: (ask: Ask, spent: () => AiSpent) => Promise<Result>) => Promise<Result>
  /** Uses since midnight UTC that count against the quota. */
  readonly countToday: (userId: number) => Promise<number>
}
