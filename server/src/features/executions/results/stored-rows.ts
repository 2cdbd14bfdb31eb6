import type { Database } from '../../../adapters/database/database.ts'
import type { SnapshotArchive } from '../../archive/index.ts'
import type { FoundExecution } from '../logs/execution-logs.store.ts'
import { chunkLines, packLines, type PackedRows } from './result-stream.ts'
import { readResultChunks } from './stored-rows.store.ts'

type StoredRun = Pick<FoundExecution, 'id' | 'rowCount' | 'snapshotId'>
type Dependencies = { readonly database: Database; readonly archive: Pick<SnapshotArchive, 'rowsOfRun'> }

/**
 * The rows of a run, wherever they are stored. If a capture moves them during a read, reading continues in the
 * snapshot.
 */
export function createStoredRows({ database, archive }: Dependencies) {
  return {
    lines: async function* ({ id, rowCount }: StoredRun): AsyncGenerator<readonly string[]> {
      let read = 0
      for await (const lines of chunkLines(readResultChunks(database.db, id))) {
        yield lines
        read += lines.length
      }
      if (read < rowCount) yield* (await archive.rowsOfRun(id, read)) ?? []
    },

    /** Yields all rows or throws, so that no copy is incomplete. */
    chunks: async function* ({ id, rowCount }: StoredRun): AsyncGenerator<PackedRows> {
      let read = 0
      for await (const chunk of readResultChunks(database.db, id)) {
        yield chunk
        read += chunk.rowCount
      }
      if (read < rowCount) {
        const rest = await archive.rowsOfRun(id, read)
        for await (const chunk of rest ? packLines(rest) : []) {
          yield chunk
          read += chunk.rowCount
        }
      }
      if (read !== rowCount) throw new Error(`the run ${id} has ${read} of its ${rowCount} rows`)
    },

    /** Whether the rows were deleted with their snapshot. */
    deleted: async ({ id, rowCount, snapshotId }: StoredRun): Promise<boolean> =>
      snapshotId !== null && rowCount > 0 && (await archive.rowsOfRun(id, 0)) === undefined,
  }
}
