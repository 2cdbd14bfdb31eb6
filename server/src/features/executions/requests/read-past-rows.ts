import type { SnapshotRow } from '../../archive/index.ts'
import type { PastRows } from '../../run-engine/index.ts'
import { packLines } from '../results/result-stream.ts'

/**
 * The rows of a snapshot, given in order as JSON text. Compressed, in chunks as large as those of a run, so that they
 * take no more memory than the result of a run does.
 */
export async function readPastRows(
  { id, columns, rowCount }: SnapshotRow,
  rows: AsyncIterable<readonly string[]>,
  warnings: readonly string[],
): Promise<PastRows> {
  const chunks: PastRows['chunks'][number][] = []
  for await (const chunk of packLines(rows)) chunks.push(chunk)
  return { name: `snapshot ${id}`, columns, rowCount, chunks, warnings }
}
