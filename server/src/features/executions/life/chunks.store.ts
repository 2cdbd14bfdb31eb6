import type { Executor } from '../../../adapters/database/database.ts'
import type { ResultChunk } from '../../run-engine/index.ts'
import { executionResultChunks, type executionRowsBefore } from '../executions.tables.ts'

const CHUNKS_PER_INSERT = 20
/** A chunk is small, unless it is a large row that does not compress: then statements must not grow with it. */
const BYTES_PER_INSERT = 4_000_000

export async function insertChunks(
  tx: Executor,
  executionId: string,
  all: readonly ResultChunk[],
  into: typeof executionResultChunks | typeof executionRowsBefore = executionResultChunks,
): Promise<void> {
  for (const part of partsOf(all)) {
    await tx
      .insert(into)
      .values(part.map(({ index, rowCount, body }) => ({ executionId, index, rowCount, body: Buffer.from(body) })))
  }
}

function* partsOf(all: readonly ResultChunk[]): Generator<readonly ResultChunk[]> {
  let part: ResultChunk[] = []
  let bytes = 0
  for (const chunk of all) {
    bytes += chunk.body.byteLength
    if (part.length > 0 && (part.length === CHUNKS_PER_INSERT || bytes > BYTES_PER_INSERT)) {
      yield part
      part = []
      bytes = chunk.body.byteLength
    }
    part.push(chunk)
  }
  if (part.length > 0) yield part
}
