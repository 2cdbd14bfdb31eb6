import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { Forbidden } from '../../../kernel/errors.ts'
import type { SnapshotArchive } from '../../archive/index.ts'
import type { Audit } from '../../audit/index.ts'
import type { FoundExecution } from '../logs/execution-logs.store.ts'
import type { PackedRows } from './result-stream.ts'
import { createStoredRows } from './stored-rows.ts'
import { moveRows } from './stored-rows.store.ts'

type Dependencies = {
  readonly database: Database
  readonly archive: Pick<SnapshotArchive, 'rowsOfRun'>
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
  /** The same for a file. The data leaves the product, so the audit log records it. */
  readonly exportLines: (
    caller: Actor,
    run: FoundExecution,
    format: string,
  ) => Promise<AsyncIterable<readonly string[]>>
  /** All rows of a run that has ended; throws if some are missing. */
  readonly chunks: (run: FoundExecution) => AsyncIterable<PackedRows>
  /** Whether the rows of a captured run were deleted with its snapshot. */
  readonly areDeleted: (run: FoundExecution) => Promise<boolean>
  /** Deletes the rows of a run that a snapshot now holds: there is no second copy. */
  readonly moveTo: (tx: Executor, executionId: string, snapshotId: string) => Promise<void>
}

export function createResultsService({ database, archive, audit }: Dependencies): ResultsService {
  const rows = createStoredRows({ database, archive })

  return {
    mayRead: mayReadRows,
    requireReader,

    lines: (caller, run) => {
      requireReader(caller, run)
      return rows.lines(run)
    },

    exportLines: async (caller, run, format) => {
      requireReader(caller, run)
      await audit.record(database.db, {
        action: 'results_export',
        description: `${caller.username} exported the results of a run as ${format.toUpperCase()}`,
        target: { type: 'execution_log', id: run.id },
        metadata: { format, row_count: run.rowCount },
      })
      return rows.lines(run)
    },

    chunks: (run) => rows.chunks(run),
    areDeleted: rows.deleted,
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
