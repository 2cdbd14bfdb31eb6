/** A kept result of a saved query, as a run with `as_of` reads it. */
export type PastResult = {
  readonly snapshotId: string
  readonly capturedAt: Date
  /** The run it is the result of; its log may be gone. */
  readonly executionId: string | null
  readonly savedQueryVersion: number
  readonly rowCount: number
  readonly columns: readonly string[]
  /** Its rows in order, as JSON texts, some at a time. */
  readonly rows: () => AsyncIterable<readonly string[]>
}

/** The newest result that was kept at or before an instant. */
export type FindPastResult = (savedQueryId: string, connection: string, at: Date) => Promise<PastResult | undefined>
