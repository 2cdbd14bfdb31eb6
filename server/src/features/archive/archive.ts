import type { Logger } from 'pino'
import type { Row } from '@heddle/domain/values/row.ts'
import type { DiffRules } from '@heddle/domain/snapshot/diff-rules.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { RowReader } from '../../platform/rows/row-reader.ts'
import type { StoredChunk } from '../../platform/rows/stored-chunk.ts'
import type { Clock } from '../../kernel/clock.ts'
import { countSnapshotsOf, findSnapshotOfRun, findSnapshots } from './snapshots.store.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import type {
  Captured,
  SnapshotOrder,
  ComparedSnapshots,
  Difference,
  DnEntry,
  OnCommit,
  ArchiveContext,
  ResultChunks,
  RowDifference,
} from './archive-types.ts'
import { capture } from './capture.ts'
import { compare, compareAll, compareRows, compareWithRows } from './compare.ts'
import { findDn } from './find-dn.ts'
import { createDnLists } from './list-dns.ts'
import { moveEarlierChunks } from './moving/move-chunks.ts'
import { type ReadChunk, readChunks, sourceOf } from './read-chunks.ts'
import { listArchivedChunks, type ListedChunk, readArchivedChunks, type RowRange } from './read-rows.ts'
import type { ObjectStorage } from '../../adapters/object-storage/object-storage.ts'
import { createBodiesInPacks } from './packs/bodies-in-packs.ts'
import { bodiesInRows } from './bodies-in-rows.ts'
import { bytesReclaimable, type Removed, removeSnapshots } from './remove.ts'
import { sweep } from './sweep.ts'
import { type StoredPack, storedPacks } from './packs/stored-packs.ts'
import { sweepPacks } from './packs/sweep-packs.ts'
import type { ThreadBudget } from '../../platform/threads/thread-memory.ts'
import { createThreads } from './thread/threads.ts'

export type SnapshotArchive = {
  /**
   * Stores the rows as a snapshot. Rejects, and stores nothing, when the signal fires, when reading the rows fails, or
   * when the query is deleted in the meantime.
   */
  readonly capture: (order: SnapshotOrder, signal: AbortSignal, onCommit?: OnCommit) => Promise<Captured>
  /**
   * Canonical rows in the order of the result, a few hundred at a time. Like everything here that reads, rejects with
   * `SnapshotGone` when the snapshot is deleted in the meantime.
   */
  readonly rows: (snapshot: SnapshotRow, range?: RowRange) => AsyncIterable<readonly string[]>
  /** The same as they are stored. */
  readonly chunks: (snapshot: SnapshotRow, range?: RowRange) => AsyncIterable<StoredChunk>
  /** The chunks that `chunks` reads. Snapshots of a lineage share them: keep what is made of one by its id. */
  readonly listChunks: (snapshot: SnapshotRow) => Promise<readonly ListedChunk[]>
  /** Some of them, in the order of the ids. */
  readonly readChunks: (snapshot: SnapshotRow, ids: readonly number[]) => Promise<readonly ReadChunk[]>
  /** The newest snapshot of a query, on one connection or any, captured at or before `at`. */
  readonly newest: (savedQueryId: string, connection?: string, at?: Date) => Promise<SnapshotRow | undefined>
  /**
   * The rows of a captured run from `offset` on, in the order of the result; undefined if no snapshot of the run is
   * left. Attributes may be in a different order than in the run's own chunks.
   */
  readonly chunksOfRun: (executionId: string, offset: number) => Promise<AsyncIterable<StoredChunk> | undefined>
  /**
   * The first row with the DN, of a merged run that of one controller, by snapshot id. Snapshots without such a row
   * have no entry.
   */
  readonly find: (snapshots: readonly SnapshotRow[], dn: string, controller?: string) => Promise<Map<string, Row>>
  readonly countCapturedBy: (userId: number, since: Date) => Promise<number>
  /** In byte order, without duplicates. */
  readonly listDns: (snapshot: SnapshotRow) => Promise<readonly DnEntry[]>
  /**
   * Each list holds the first `limit` items in key order; the counts cover everything. With rows, each changed one also
   * has its whole `row` of `b`.
   */
  readonly compare: (
    a: SnapshotRow,
    b: SnapshotRow,
    rules: DiffRules,
    limit: number,
    withRows?: boolean,
  ) => Promise<ComparedSnapshots>
  /** A few hundred at a time. Ordered by key; if the difference does not fit in memory, only within each part. */
  readonly compareAll: (a: SnapshotRow, b: SnapshotRow, rules: DiffRules) => AsyncIterable<readonly Difference[]>
  /** The same with whole rows. */
  readonly compareRows: (a: SnapshotRow, b: SnapshotRow, rules: DiffRules) => AsyncIterable<readonly RowDifference[]>
  readonly compareWithRows: (
    a: SnapshotRow,
    rows: ResultChunks,
    rules: DiffRules | ((rowsHaveUniqueDns: boolean) => DiffRules),
    limit: number,
    withRows?: boolean,
  ) => Promise<ComparedSnapshots>
  /** Deletes snapshots and whatever only they needed. Locks their lineages until the transaction ends. */
  readonly remove: (tx: Executor, ids: readonly string[]) => Promise<Removed>
  readonly bytesReclaimable: (ids: readonly string[]) => Promise<number>
  readonly sweep: () => Promise<void>
  /** The files in object storage that snapshots need, for a backup. */
  readonly packs: () => AsyncIterable<StoredPack>
  /** Of the version before; a run lasts at most some minutes. */
  readonly moveEarlierChunks: () => Promise<void>
  /** Stops the threads; operations in progress fail. */
  readonly close: () => Promise<void>
}

type Dependencies = {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly storage?: ObjectStorage | undefined
  readonly rows: Pick<RowReader, 'lines'>
  readonly memory: ThreadBudget
}

/** Stores snapshots by content: storage grows with what changes, not with what is captured. */
export function createArchive(dependencies: Dependencies): SnapshotArchive {
  const { storage, memory, ...parts } = dependencies
  const bodies = storage ? createBodiesInPacks({ ...parts, storage }) : bodiesInRows
  return archiveOf({ ...parts, bodies, storage, threads: createThreads(parts.logger, memory) })
}

/** An archive that uses the caller's threads. */
export function archiveOf(parts: ArchiveContext): SnapshotArchive {
  return {
    capture: (order, signal, onCommit = async () => undefined) => capture(parts, order, signal, onCommit),
    rows: (snapshot, range) => parts.rows.lines(readArchivedChunks(parts, snapshot, range), { lane: 'archive' }),
    chunks: (snapshot, range) => readArchivedChunks(parts, snapshot, range),
    listChunks: (snapshot) => listArchivedChunks(parts, snapshot),
    readChunks: ({ lineageId }, ids) => readChunks(sourceOf(parts), lineageId, ids),
    newest: async (savedQuery, connection, at) =>
      (await findSnapshots(parts.database.db, { savedQuery, connection, to: at }, 1))[0],
    chunksOfRun: async (executionId, offset) => {
      const snapshot = await findSnapshotOfRun(parts.database.db, executionId)
      return snapshot && readArchivedChunks(parts, snapshot, { offset, limit: snapshot.rowCount - offset })
    },
    find: (snapshots, dn, controller) => findDn(parts, snapshots, { dn, controller }),
    countCapturedBy: (userId, since) => countSnapshotsOf(parts.database.db, userId, since),
    listDns: createDnLists(parts),
    compare: (a, b, rules, limit, withRows) => compare(parts, a, b, rules, limit, withRows),
    compareAll: (a, b, rules) => compareAll(parts, a, b, rules),
    compareRows: (a, b, rules) => compareRows(parts, a, b, rules),
    compareWithRows: (a, rows, rules, limit, withRows) => compareWithRows(parts, a, rows, rules, limit, withRows),
    remove: (tx, ids) => removeSnapshots(parts, tx, ids),
    bytesReclaimable: (ids) => bytesReclaimable(parts, ids),
    sweep: async () => {
      await sweep(parts)
      if (parts.storage) await sweepPacks(parts, parts.storage)
    },
    packs: () => storedPacks(parts),
    moveEarlierChunks: () => moveEarlierChunks(parts),
    close: () => parts.threads.close(),
  }
}
