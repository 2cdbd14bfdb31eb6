import { decodeBlob } from './blob.ts'
import { decodeManifest, type SnapshotManifest } from './manifest.ts'
import { type ChunkSource, readChunks } from './read-chunks.ts'
import type { SnapshotRow } from './snapshots.tables.ts'

type Manifested = Pick<SnapshotRow, 'lineageId' | 'manifestId'>

/** A few kilobytes, decoded in a fraction of a millisecond. */
export async function loadManifest(
  source: ChunkSource,
  { lineageId, manifestId }: Manifested,
): Promise<SnapshotManifest> {
  const [blob] = await readChunks(source, lineageId, [manifestId])
  return decodeManifest(decodeBlob(blob!.body, blob!.base))
}
