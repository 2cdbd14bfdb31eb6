/** Short-lived facts that all processes share. Values are JSON; what comes out was put in by another version, perhaps: check its shape. */
export type Cache = {
  /** Undefined when there is nothing, or no longer. */
  readonly get: (key: string) => Promise<unknown>
  readonly set: (key: string, value: unknown, options: Lifetime) => Promise<void>
  /** Gets and deletes in one step: of any number of takers, one gets the value. */
  readonly take: (key: string) => Promise<unknown>
  /** True for the one who was first; for anyone else nothing changes. */
  readonly addIfAbsent: (key: string, value: unknown, options: Lifetime) => Promise<boolean>
  /** Counts up. The lifetime begins with the first count and is not prolonged by later ones, so it makes a window. */
  readonly increment: (key: string, options: Lifetime) => Promise<Count>
  /** Takes one unit of a rate, or is refused and changes nothing. */
  readonly admit: (key: string, rate: Rate) => Promise<Admission>
  readonly delete: (key: string) => Promise<void>
}

/** What limits are counted with. They may be lost: then somebody may do a little more than the limit. */
export type Counters = Pick<Cache, 'increment' | 'admit'>

export type Lifetime = { readonly ttlMs: number }
/** `ttlMs` is what is left of the window. */
export type Count = { readonly count: number; readonly ttlMs: number }

/** One unit every `intervalMs`; `burst` more may come at once. */
export type Rate = { readonly intervalMs: number; readonly burst: number }
/** `retryAfterMs` says when the next unit will be admitted; 0 when this one was. */
export type Admission = { readonly admitted: boolean; readonly retryAfterMs: number }

/** The cache refused, or did not answer in time: then it is unknown whether what was asked for is, or will be, done. */
export class CacheUnavailable extends Error {
  override readonly name = 'CacheUnavailable'
}
