/**
 * All that the system has promised, kept outside of it. Only answers that say so count: a request without an answer may
 * have been carried out or not.
 */
export type Ledger = {
  /** Runs that were accepted, by their id. */
  readonly runs: Map<string, PromisedRun>
  /** What each writer has counted up to in its query: the last one confirmed, and the last one sent. */
  readonly saves: Map<string, { confirmed: number; sent: number }>
  /** Queries that were created: their names by their ids. */
  readonly created: Map<string, string>
  readonly captures: Map<string, PromisedCapture>
  /** Scheduled executions that somebody started by hand. */
  readonly firings: Set<string>
  /** Markers of the rows of accepted launches, by the id of their request. */
  readonly launches: Map<string, readonly string[]>
  /** Runs whose cancel was accepted. */
  readonly cancelled: Set<string>
  /** Types of the frames on the channels of runs, in order; none until the channel has ended. */
  readonly followed: Map<string, readonly string[]>
}

export type PromisedRun = {
  readonly kind: 'execute' | 'background'
  /** Part of every request that the run sends to the controller. */
  readonly marker: string
  readonly requestedAt: number
  /** As answered; absent for a background run. */
  readonly status?: string
  readonly rowCount?: number
}
export type PromisedCapture = {
  readonly query: string
  readonly rowCount: number
  readonly hash: string
  /** How often the objects had been changed when it was requested; undefined where they never change. */
  readonly changes?: number
}

export const openLedger = (): Ledger => ({
  runs: new Map(),
  saves: new Map(),
  created: new Map(),
  captures: new Map(),
  firings: new Set(),
  launches: new Map(),
  cancelled: new Set(),
  followed: new Map(),
})
