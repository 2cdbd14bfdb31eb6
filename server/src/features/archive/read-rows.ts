import { promisify } from 'node:util'
import { type InputType, zstdDecompress, type ZstdOptions } from 'node:zlib'
import type { SnapshotRow } from './snapshots.tables.ts'
import type { ArchiveContext } from './archive-types.ts'
import { loadManifest } from './load-manifest.ts'
import type { SnapshotManifest } from './manifest.ts'
import { readChunks, sourceOf } from './read-chunks.ts'
import type { EncodedChunk } from './thread/differ.ts'

export type RowRange = { readonly offset: number; readonly limit: number }
type Part = { readonly id: number; readonly from: number; readonly to: number }

const READ_AT_ONCE = 32
const decompress = promisify<InputType, ZstdOptions, Buffer>(zstdDecompress)

/** Canonical rows in the order of the result, chunk by chunk; a range reads only the chunks it overlaps. */
export async function* readArchivedRows(
  context: ArchiveContext,
  snapshot: SnapshotRow,
  range?: RowRange,
): AsyncGenerator<readonly string[]> {
  const source = sourceOf(context)
  const parts = partsWithin(await loadManifest(source, snapshot), range ?? { offset: 0, limit: snapshot.rowCount })
  for (let start = 0; start < parts.length; start += READ_AT_ONCE) {
    const some = parts.slice(start, start + READ_AT_ONCE)
    const chunks = await readChunks(
      source,
      snapshot.lineageId,
      some.map(({ id }) => id),
    )
    for (const [index, { from, to }] of some.entries()) yield (await linesOf(chunks[index]!)).slice(from, to)
  }
}

function partsWithin({ ids, rowCounts }: SnapshotManifest, { offset, limit }: RowRange): Part[] {
  const parts: Part[] = []
  for (let index = 0, first = 0; index < ids.length && first < offset + limit; index++) {
    const count = rowCounts[index]!
    const part = { id: ids[index]!, from: Math.max(0, offset - first), to: Math.min(count, offset + limit - first) }
    if (part.from < part.to) parts.push(part)
    first += count
  }
  return parts
}

async function linesOf({ body, base }: EncodedChunk): Promise<string[]> {
  const raw = await decompress(body, base === null ? {} : { dictionary: await decompress(base, {}) })
  return raw.toString('utf8').split('\n')
}
