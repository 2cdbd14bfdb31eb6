import type { Logger } from 'pino'
import type { KeyStrategy, RetentionPolicy, SnapshotChanges } from '@heddle/contract/history.ts'
import type { Row } from '@heddle/domain/query/row.ts'
import type { PresentedChange } from '@heddle/domain/snapshot/diff-rows.ts'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { SnapshotRow } from '../snapshots.tables.ts'
import type { ManifestEntry } from './manifest.ts'
import type { CutTotals } from './thread/cutter.ts'
import type { Threads } from './thread/threads.ts'

/** Rows of a run as executions keep them: zstd over newline-delimited JSON. */
export type ResultChunk = { readonly rowCount: number; readonly body: Uint8Array }

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

export type CaptureOrder = {
  readonly savedQueryId: string
  readonly controllerConnectionId: string
  readonly rows: AsyncIterable<ResultChunk>
  readonly columns: readonly string[]
  /** How the rows are compared with those of the snapshot before. */
  readonly rules: { readonly strategy: KeyStrategy; readonly ignoreFields: readonly string[] }
  readonly facts: CaptureFacts
}

export type Captured = {
  readonly snapshot: SnapshotRow
  /** The snapshot that `changes` counts against. */
  readonly previousId: string | null
  /** The first ones only. */
  readonly changedRows: readonly PresentedChange[]
}

/** Runs inside the transaction that makes the snapshot. */
export type OnCommit = (tx: Executor, captured: Captured) => Promise<void>

export type Parts = { readonly database: Database; readonly clock: Clock; readonly logger: Logger; readonly threads: Threads }

/** `changed` lists what differs, by the rules it was compared by. */
export type Compared = {
  readonly counts: SnapshotChanges
  readonly added: readonly Row[]
  readonly removed: readonly Row[]
  readonly changed: readonly PresentedChange[]
  /** There is more than was asked for. */
  readonly truncated: boolean
}

export type Difference = { readonly change: 'added' | 'removed'; readonly row: Row } | ({ readonly change: 'changed' } & PresentedChange)

/** A capture under way. Its row in the database keeps what it builds on, and what it has stored, from being removed. */
export type Capture = {
  readonly id: string
  readonly lineageId: string
  readonly lastChunkId: number
  readonly previous: SnapshotRow | undefined
}

export type StoredRows = { readonly entries: readonly ManifestEntry[]; readonly totals: CutTotals; readonly storedBytes: number }

export type DnEntry = { readonly dn: string; readonly className: string }

/** Content that was there is gone: the snapshot was deleted meanwhile. */
export class SnapshotGone extends Error {
  override readonly name = 'SnapshotGone'

  constructor() {
    super('the snapshot was deleted while it was read')
  }
}

/** A capture that went on after it was given up, or after its query was gone. */
export class CaptureLost extends Error {
  override readonly name = 'CaptureLost'

  constructor() {
    super('the snapshot was not kept: its saved query was deleted meanwhile, or it stood still for so long that it was given up')
  }
}
