/**
 * Places at things that all processes use together, such as the requests that a controller answers at once. A process
 * that dies gives its leases back after `LEASE_MS`.
 */
export type Leases = {
  /**
   * Takes as many places as are wanted and free. Callers that wait get them in turn: they ask again until they have
   * all.
   */
  readonly take: (thing: string, ask: LeaseAsk) => Promise<LeaseAnswer>
  /** Gives places back, and wakes the processes that wait for one. */
  readonly release: (thing: string, leases: readonly string[]) => Promise<void>
  /** Nothing of this process waits any longer. */
  readonly leave: (thing: string) => Promise<void>
  /** Keeps the leases of this process alive, and tells the others what waits here; to be called every `RENEW_MS`. */
  readonly renew: (held: readonly HeldLeases[]) => Promise<void>
  /** Notes that the thing itself refused a request. */
  readonly noteRefusal: (thing: string) => Promise<void>
  readonly read: (thing: string) => Promise<LeaseUse>
  /** The handler learns that a place may be free for which this process waits. Returns how to stop that. */
  readonly onFree: (handler: (thing: string) => void) => () => void
}

export type LeaseLimits = {
  /** Most places taken at once. */
  readonly parallel: number
  /** Most places taken in any minute; null means no limit. */
  readonly perMinute: number | null
}
export type LeaseAsk = LeaseLimits & { readonly wanted: number }
export type LeaseAnswer = {
  readonly leases: readonly string[]
  /** When to ask again although no place is given back: the minute is used up. */
  readonly retryAfterMs: number
}

export type LeaseQueue = { readonly requests: number; readonly runs: number; readonly longestMs: number }
export type HeldLeases = { readonly thing: string; readonly leases: readonly string[]; readonly waiting: LeaseQueue }

export type LeaseUse = {
  readonly isShared: boolean
  readonly processes: number
  readonly taken: number
  readonly takenLastMinute: number
  /** What waits in other processes, as they last said. */
  readonly waitingElsewhere: readonly LeaseQueue[]
  readonly refusedLastHour: number
  readonly refusedAt: Date | null
}

export const LEASE_MS = 8_000
export const RENEW_MS = 2_000
