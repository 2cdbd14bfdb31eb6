/** A captured result of a saved query, as read by a run with `as_of`. */
export type PastResult = {
  readonly snapshotId: string
  readonly capturedAt: Date
  /** The run that produced it; its log may have been deleted. */
  readonly executionId: string | null
  readonly savedQueryVersion: number
  readonly rowCount: number
  readonly columns: readonly string[]
  /** Its rows in order, as JSON text, in batches. */
  readonly rows: () => AsyncIterable<readonly string[]>
}

/** The newest result captured at or before an instant. */
export type FindPastResult = (savedQueryId: string, connection: string, at: Date) => Promise<PastResult | undefined>
