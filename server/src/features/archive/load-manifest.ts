import type { Executor } from '../../adapters/database/database.ts'
import { SnapshotGone } from './archive-types.ts'
import { decodeBlob } from './blob.ts'
import { readChunks } from './chunks.store.ts'
import { decodeManifest, type Manifest } from './manifest.ts'

/** A few kilobytes, decoded in a fraction of a millisecond. */
export async function loadManifest(db: Executor, manifestId: number): Promise<Manifest> {
  const [blob] = await readChunks(db, [manifestId])
  if (blob === undefined) throw new SnapshotGone()
  return decodeManifest(decodeBlob(blob.body, blob.base))
}
