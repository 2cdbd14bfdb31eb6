import type { Database } from '../../../adapters/database/database.ts'
import { type FoundExecution, readChunks } from '../logs/execution-logs.store.ts'
import { chunkLines, packLines, type PackedRows } from './result-stream.ts'

/**
 * The rows of a captured run from `offset` on, in order, as JSON text; undefined when they have been deleted.
 * Attributes may be in a different order than in the run's own chunks.
 */
export type RowsElsewhere = (executionId: string, offset: number) => Promise<AsyncIterable<readonly string[]> | undefined>

type StoredRun = Pick<FoundExecution, 'id' | 'rowCount' | 'snapshotId'>
type Dependencies = { readonly database: Database; readonly rowsElsewhere: RowsElsewhere }

export type StoredRows = ReturnType<typeof createStoredRows>

/**
 * The rows of a run, wherever they are stored. If a capture moves them during a read, reading continues in the
 * snapshot.
 */
export function createStoredRows({ database, rowsElsewhere }: Dependencies) {
  return {
    lines: async function* ({ id, rowCount }: StoredRun): AsyncGenerator<readonly string[]> {
      let read = 0
      for await (const lines of chunkLines(readChunks(database.db, id))) {
        yield lines
        read += lines.length
      }
      if (read < rowCount) yield* (await rowsElsewhere(id, read)) ?? []
    },

    /** Yields all rows or throws, so that no copy is incomplete. */
    chunks: async function* ({ id, rowCount }: StoredRun): AsyncGenerator<PackedRows> {
      let read = 0
      for await (const chunk of readChunks(database.db, id)) {
        yield chunk
        read += chunk.rowCount
      }
      if (read < rowCount) {
        const rest = await rowsElsewhere(id, read)
        for await (const chunk of rest ? packLines(rest) : []) {
          yield chunk
          read += chunk.rowCount
        }
      }
      if (read !== rowCount) throw new Error(`the run ${id} has ${read} of its ${rowCount} rows`)
    },

    /** Whether the rows were deleted with their snapshot. */
    areGone: async ({ id, rowCount, snapshotId }: StoredRun): Promise<boolean> =>
      snapshotId !== null && rowCount > 0 && (await rowsElsewhere(id, 0)) === undefined,
  }
}
