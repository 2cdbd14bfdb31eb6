import type { Database } from '../../../adapters/database/database.ts'
import type { StoredChunk } from '../../../platform/rows/stored-chunk.ts'
import type { SnapshotArchive } from '../../archive/index.ts'
import type { FoundExecution } from '../logs/execution-logs.store.ts'
import { readResultChunks } from './stored-rows.store.ts'

type StoredRun = Pick<FoundExecution, 'id' | 'rowCount' | 'snapshotId'>
type Dependencies = { readonly database: Database; readonly archive: Pick<SnapshotArchive, 'chunksOfRun'> }

/**
 * The rows of a run, wherever they are stored. If a capture moves them during a read, reading continues in the
 * snapshot.
 */
export function createStoredRows({ database, archive }: Dependencies) {
  async function* chunks({ id, rowCount }: StoredRun): AsyncGenerator<StoredChunk> {
    let read = 0
    for await (const chunk of readResultChunks(database.db, id)) {
      yield chunk
      read += chunk.rowCount
    }
    if (read < rowCount) yield* (await archive.chunksOfRun(id, read)) ?? []
  }

  return {
    chunks,

    /** Yields all rows or throws, so that no copy is incomplete. */
    allChunks: async function* (run: StoredRun): AsyncGenerator<StoredChunk> {
      let read = 0
      for await (const chunk of chunks(run)) {
        yield chunk
        read += chunk.rowCount
      }
      if (read !== run.rowCount) throw new Error(`the run ${run.id} has ${read} of its ${run.rowCount} rows`)
    },

    /** Whether the rows were deleted with their snapshot. */
    deleted: async ({ id, rowCount, snapshotId }: StoredRun): Promise<boolean> =>
      snapshotId !== null && rowCount > 0 && (await archive.chunksOfRun(id, 0)) === undefined,
  }
}
