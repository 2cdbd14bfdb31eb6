import type { StoredChunk } from '../../platform/rows/stored-chunk.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import type { ArchiveContext } from './archive-types.ts'
import { loadManifest } from './load-manifest.ts'
import type { SnapshotManifest } from './manifest.ts'
import { readChunks, sourceOf } from './read-chunks.ts'

export type RowRange = { readonly offset: number; readonly limit: number }
export type ListedChunk = { readonly id: number; readonly rowCount: number }
type Part = { readonly id: number; readonly from: number; readonly to: number; readonly isWhole: boolean }

/** A slow reader holds them all: at most 256 kB each, and a few in practice. In object storage they are one request. */
const READ_AT_ONCE = 32

/** The chunks with the canonical rows in the order of the result; a range reads only the chunks it overlaps. */
export async function* readArchivedChunks(
  context: ArchiveContext,
  snapshot: SnapshotRow,
  range?: RowRange,
): AsyncGenerator<StoredChunk> {
  const source = sourceOf(context)
  const parts = partsWithin(await loadManifest(source, snapshot), range ?? { offset: 0, limit: snapshot.rowCount })
  for (let start = 0; start < parts.length; start += READ_AT_ONCE) {
    const some = parts.slice(start, start + READ_AT_ONCE)
    const chunks = await readChunks(
      source,
      snapshot.lineageId,
      some.map(({ id }) => id),
    )
    for (const [index, { from, to, isWhole }] of some.entries()) {
      const { body, base } = chunks[index]!
      yield { rowCount: to - from, body, base, ...(!isWhole && { from, to }) }
    }
  }
}

/** In the order of the result; a chunk may be in it more than once. */
export async function listArchivedChunks(context: ArchiveContext, snapshot: SnapshotRow): Promise<ListedChunk[]> {
  const { ids, rowCounts } = await loadManifest(sourceOf(context), snapshot)
  return Array.from(ids, (id, index) => ({ id, rowCount: rowCounts[index]! }))
}

function partsWithin({ ids, rowCounts }: SnapshotManifest, { offset, limit }: RowRange): Part[] {
  const parts: Part[] = []
  for (let index = 0, first = 0; index < ids.length && first < offset + limit; index++) {
    const count = rowCounts[index]!
    const [from, to] = [Math.max(0, offset - first), Math.min(count, offset + limit - first)]
    if (from < to) parts.push({ id: ids[index]!, from, to, isWhole: from === 0 && to === count })
    first += count
  }
  return parts
}
