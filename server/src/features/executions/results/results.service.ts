import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { Forbidden, orNotFound } from '../../../kernel/errors.ts'
import { laneOf } from '../../../kernel/lane.ts'
import { downloadName } from '../../../platform/rows/download-name.ts'
import type { RowReader } from '../../../platform/rows/row-reader.ts'
import type { SnapshotArchive } from '../../archive/index.ts'
import type { Audit } from '../../audit/index.ts'
import { executionRowsBefore } from '../executions.tables.ts'
import type { FoundExecution } from '../logs/execution-logs.store.ts'
import { exportResults, type ResultFile, type ResultFormat } from './export-results.ts'
import type { PackedRows } from './result-stream.ts'
import { createStoredRows } from './stored-rows.ts'
import { largestChunkBytes, moveRows, readResultChunks } from './stored-rows.store.ts'

type Dependencies = {
  readonly database: Database
  readonly archive: Pick<SnapshotArchive, 'chunksOfRun'>
  readonly rows: RowReader
  readonly audit: Audit
}
type OfUser = {
  readonly userId: number | null
  /** Null for a draft of no saved query. */
  readonly savedQueryId?: string | null
}

/** The rows of runs: for the user of the run, operators and administrators, but see `mayReadRows`. */
export type ResultsService = {
  readonly mayRead: (caller: Actor, run: OfUser) => boolean
  readonly requireReader: (caller: Actor, run: OfUser) => void
  /** The rows as JSON lines, if the caller may read them. */
  readonly lines: (caller: Actor, run: FoundExecution) => AsyncIterable<readonly string[]>
  /** The same as bytes. */
  readonly bytes: (caller: Actor, run: FoundExecution) => AsyncIterable<Buffer>
  /**
   * The same as a file, or what the first step got (404 where that is not kept). The data leaves the product, so the
   * audit log records it.
   */
  readonly exportFile: (
    caller: Actor,
    run: FoundExecution,
    wanted: { readonly format: ResultFormat; readonly isBefore: boolean },
    signal: AbortSignal,
  ) => Promise<ResultFile>
  /** All rows of a run that has ended; throws if some are missing. */
  readonly chunks: (run: FoundExecution) => AsyncIterable<PackedRows>
  /** Whether the rows of a captured run were deleted with its snapshot. */
  readonly areDeleted: (run: FoundExecution) => Promise<boolean>
  /** Deletes the rows of a run that a snapshot now holds: there is no second copy. */
  readonly moveTo: (tx: Executor, executionId: string, snapshotId: string) => Promise<void>
}

export function createResultsService({ database, archive, audit, rows }: Dependencies): ResultsService {
  const stored = createStoredRows({ database, archive })

  return {
    mayRead: mayReadRows,
    requireReader,

    lines: (caller, run) => {
      requireReader(caller, run)
      return rows.lines(stored.chunks(run), { lane: laneOf(caller) })
    },

    bytes: (caller, run) => {
      requireReader(caller, run)
      return rows.bytes(stored.chunks(run), { lane: laneOf(caller) })
    },

    exportFile: async (caller, run, { format, isBefore }, signal) => {
      requireReader(caller, run)
      const { columns, rowCount } = isBefore ? orNotFound(run.rowsBefore ?? undefined) : run
      const order = {
        ...{ format, columns, name: downloadName(run.savedQueryName, run.executedAt) },
        by: { lane: laneOf(caller), signal },
        largestChunkBytes: await largestChunkBytes(database.db, run.id),
      }
      return exportResults(rows, order, async () => {
        await audit.record(database.db, {
          action: 'results_export',
          description: `${caller.username} exported the results of a run as ${format.toUpperCase()}`,
          target: { type: 'execution_log', id: run.id },
          metadata: { format, row_count: rowCount, ...(isBefore && { before_steps: true }) },
        })
        return () => (isBefore ? readResultChunks(database.db, run.id, executionRowsBefore) : stored.chunks(run))
      })
    },

    chunks: (run) => rows.standalone(stored.allChunks(run), { lane: run.userId }),
    areDeleted: stored.deleted,
    moveTo: moveRows,
  }
}

/** A draft of no saved query is nothing that its user shares: only administrators may read its rows too. */
export const mayReadRows = (caller: Actor, { userId, savedQueryId }: OfUser): boolean =>
  userId === caller.id || (savedQueryId === null ? caller.isAdmin : caller.managesWorkspace)

function requireReader(caller: Actor, run: OfUser): void {
  if (mayReadRows(caller, run)) return
  if (run.savedQueryId === null)
    throw new Forbidden('Only the user of a run or an administrator may read the rows of a draft.')
  throw new Forbidden('Only the user of a run, an operator or an administrator may read its rows.')
}
