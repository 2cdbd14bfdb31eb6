/**
 * Short-lived facts that all processes share. Values are JSON and may come from another version of the program: check
 * their shape.
 */
export type Cache = {
  /** Undefined when the key is missing or has expired. */
  readonly get: (key: string) => Promise<unknown>
  readonly set: (key: string, value: unknown, options: Lifetime) => Promise<void>
  /** Gets and deletes atomically: only one caller gets the value. */
  readonly take: (key: string) => Promise<unknown>
  /** True for the first caller; for all others nothing changes. */
  readonly addIfAbsent: (key: string, value: unknown, options: Lifetime) => Promise<boolean>
  /** Increments a counter. Its lifetime starts with the first count and later ones do not extend it: a fixed window. */
  readonly increment: (key: string, options: Lifetime) => Promise<Count>
  /** Takes one unit of a rate; a refused unit changes nothing. */
  readonly admit: (key: string, rate: Rate) => Promise<Admission>
  readonly delete: (key: string) => Promise<void>
}

/** Counters for limits. They may be lost; a caller may then slightly exceed a limit. */
export type Counters = Pick<Cache, 'increment' | 'admit'>

export type Lifetime = { readonly ttlMs: number }
/** `ttlMs` is the time left in the window. */
export type Count = { readonly count: number; readonly ttlMs: number }

/** One unit per `intervalMs`; up to `burst` more at once. */
export type Rate = { readonly intervalMs: number; readonly burst: number }
/** `retryAfterMs` is the time until the next unit is admitted; 0 when this one was. */
export type Admission = { readonly admitted: boolean; readonly retryAfterMs: number }
