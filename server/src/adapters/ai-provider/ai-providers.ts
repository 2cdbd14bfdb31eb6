import type { ProviderId } from '@heddle/contract/ai.ts'
import type { Prompt } from '@heddle/domain/ai/prompt.ts'
import type { SecretLike } from '../secrets/secret.ts'

/** Where a question goes. Only the adapter uses the key. */
export type AiTarget = {
  readonly provider: ProviderId
  readonly model: string
  readonly apiKey: SecretLike | null
  /** Null: the provider's own. */
  readonly baseUrl: string | null
  /** Azure only. */
  readonly deployment: string | null
  /**
   * Of loopback and private addresses, tell only whether they answered: who chose this one must not look around
   * the networks of the server.
   */
  readonly hidesInternal: boolean
}

export type AiAnswer = {
  /** Parsed, but not checked against the schema: providers promise to follow it, and do not always. */
  readonly value: unknown
  readonly usage: AiUsage
}

/** As the provider counted; 0 where it does not say. */
export type AiUsage = { readonly inputTokens: number; readonly outputTokens: number }

export type AiTest =
  { readonly status: 'success'; readonly message: string; readonly latencyMs: number } | AiTestFailure
type AiTestFailure = { readonly status: 'failure'; readonly message: string }

/** Asks AI providers. Everything but `test` rejects with an `AiFailure` of the kernel, and repeats nothing. */
export type AiProviders = {
  readonly ask: (target: AiTarget, prompt: Prompt, signal: AbortSignal) => Promise<AiAnswer>
  /** The models that can chat, in the provider's order, newest first where it says so. */
  readonly models: (target: Omit<AiTarget, 'model'>, signal: AbortSignal) => Promise<readonly string[]>
  /** Checks the key by the list of models, then puts a short question to the model. Never rejects. */
  readonly test: (target: AiTarget, signal: AbortSignal) => Promise<AiTest>
  readonly close: () => Promise<void>
}
