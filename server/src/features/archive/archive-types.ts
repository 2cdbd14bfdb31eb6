import type { Logger } from 'pino'
import type { KeyStrategy, RetentionPolicy, SnapshotChanges } from '@heddle/contract/history.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import type { PresentedChange } from '@heddle/domain/snapshot/diff-rows.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { ObjectStorage } from '../../adapters/object-storage/object-storage.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { RowReader } from '../../platform/rows/row-reader.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import type { ChunkBodies } from './chunk-bodies.ts'
import type { ManifestEntry } from './manifest.ts'
import type { CutTotals } from './thread/cutter.ts'
import type { Threads } from './thread/threads.ts'

/** Rows of a run as executions store them: zstd over newline-delimited JSON. */
export type ReceivedChunk = { readonly rowCount: number; readonly body: Uint8Array }
/** The chunks of a result in order, in memory or read one by one. */
export type ResultChunks = AsyncIterable<ReceivedChunk> | Iterable<ReceivedChunk>

export type CaptureFacts = {
  readonly executionId: string | null
  readonly savedQueryVersion: number
  readonly className: string | null
  readonly capturedAt: Date
  readonly capturedById: number | null
  readonly capturedBy: string
  readonly retentionPolicy: RetentionPolicy
  readonly expiresAt: Date | null
  readonly annotation: string | null
  readonly pinned?: boolean
}

export type SnapshotOrder = {
  readonly savedQueryId: string
  readonly controllerConnectionId: string
  /** Of a merged run. */
  readonly controllerConnectionIds?: readonly string[] | null
  readonly rows: ResultChunks
  readonly columns: readonly string[]
  /** How the rows are compared with those of the snapshot before. */
  readonly rules: {
    readonly strategy: KeyStrategy
    /** Instead of the strategy. */
    readonly keyFields?: readonly string[] | null
    readonly ignoreFields: readonly string[]
  }
  readonly facts: CaptureFacts
}

export type Captured = {
  readonly snapshot: SnapshotRow
  /** The snapshot that `changes` was counted against. */
  readonly previousId: string | null
  /** Only the first few. */
  readonly changedRows: readonly PresentedChange[]
}

/** Runs in the transaction that creates the snapshot. */
export type OnCommit = (tx: Executor, captured: Captured) => Promise<void>

export type ArchiveContext = {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly threads: Threads
  readonly bodies: ChunkBodies
  readonly rows: Pick<RowReader, 'lines'>
  readonly storage?: ObjectStorage | undefined
}

/** `changed` lists what differs under the rules of the comparison. */
export type ComparedSnapshots = {
  readonly counts: SnapshotChanges
  readonly added: readonly Row[]
  readonly removed: readonly Row[]
  readonly changed: readonly PresentedChange[]
  /** The lists were cut at the limit. */
  readonly truncated: boolean
}

export type Difference =
  { readonly change: 'added' | 'removed'; readonly row: Row } | ({ readonly change: 'changed' } & PresentedChange)

/** Whole rows: as in A, and as in B. */
export type RowDifference =
  | { readonly change: 'added'; readonly before: null; readonly after: Row }
  | { readonly change: 'removed'; readonly before: Row; readonly after: null }
  | { readonly change: 'changed'; readonly before: Row; readonly after: Row }

/**
 * A capture in progress. Its row in the database protects the chunks it builds on, and those it has stored, from
 * removal.
 */
export type Capture = {
  readonly id: string
  readonly lineageId: string
  readonly previous: SnapshotRow | undefined
}

export type StoredRows = {
  readonly entries: readonly ManifestEntry[]
  readonly totals: CutTotals
  readonly storedBytes: number
}

export type DnEntry = { readonly dn: string; readonly className: string }

/** Content has disappeared because the snapshot was deleted while it was in use. */
export class SnapshotGone extends Error {
  override readonly name = 'SnapshotGone'

  constructor() {
    super('the snapshot was deleted while it was being read')
  }
}

/** The capture was still running after it had been abandoned, or after its query had been deleted. */
export class CaptureLost extends Error {
  override readonly name = 'CaptureLost'

  constructor() {
    super(
      'the snapshot was not stored: its saved query was deleted, or the capture stalled for so long that it was abandoned',
    )
  }
}
