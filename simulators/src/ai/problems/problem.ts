export const PROBLEMS = [
  'no_key',
  'bad_key',
  'forbidden',
  'unknown_model',
  'unknown_path',
  'bad_request',
  'rate_limit',
  'quota',
  'server_error',
  'overloaded',
] as const

/** Why a provider refuses. */
export type Problem = (typeof PROBLEMS)[number]

/** What error bodies mention. */
export type Refused = {
  readonly problem: Problem
  readonly model: string
  readonly method: string
  /** Below the provider's folder, without the query. */
  readonly path: string
  /** The first and last characters of the key. */
  readonly maskedKey: string
  /** Seconds; undefined leaves it to the provider. */
  readonly retryAfter: number | undefined
  /** Replaces the provider's own words. */
  readonly message: string | undefined
  /** The field that is wrong. */
  readonly param: string | undefined
}

export type ProblemReply = {
  readonly status: number
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}
