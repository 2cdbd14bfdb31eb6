/** Of the text of an answer. */
export const LARGEST_ANSWER_BYTES = 1_000_000

/** An answer as it went out; no body for one that is no text, or too long. */
export type KeptAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** What a key came to: it is the caller's, or of a request before. */
export type Claimed =
  | { readonly kind: 'taken'; readonly id: string }
  | { readonly kind: 'running' | 'mismatch' | 'not kept' }
  | { readonly kind: 'kept'; readonly answer: KeptAnswer }

export type IdempotencyKeys = {
  readonly claim: (given: {
    readonly userId: number
    readonly path: string
    readonly key: string
    /** Query string and body. */
    readonly request: string | Buffer
  }) => Promise<Claimed>
  /** Keeps an answer, without its body if that is too large. */
  readonly keep: (id: string, answer: KeptAnswer) => Promise<void>
  readonly release: (id: string) => Promise<void>
}
