import { createHash } from 'node:crypto'
import type { Executor } from '../../adapters/database/database.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import type { Capture } from './archive-types.ts'
import { decodeBlob, encodeBlob, type EncodedBlob } from './blob.ts'
import { inRow } from './chunk-bodies.ts'
import { chunksByHash, insertStoredChunks } from './chunks.store.ts'
import { encodeManifest, type ManifestEntry } from './manifest.ts'
import { type ChunkSource, readDictionaryOf } from './read-chunks.ts'

export type NewManifest = EncodedBlob & { readonly hash: Buffer; readonly rawBytes: number }

/** Uses the previous manifest as dictionary or, if that is itself a delta, its base: a base never has a base. */
export async function encodeManifestAfter(
  source: ChunkSource,
  entries: readonly ManifestEntry[],
  previous: SnapshotRow | undefined,
): Promise<NewManifest> {
  const raw = encodeManifest(entries)
  const hash = createHash('sha256').update(raw).digest()
  const base = previous && (await readDictionaryOf(source, previous.lineageId, previous.manifestId))
  const dictionary = base && { id: base.id, raw: decodeBlob(base.body, null), bodyBytes: base.body.length }
  return { ...encodeBlob(raw, dictionary), hash, rawBytes: raw.length }
}

/** Snapshots with the same chunks share a manifest. Manifests stay in the database: every reader begins with one. */
export async function storeManifest(
  tx: Executor,
  { id: captureId, lineageId }: Pick<Capture, 'id' | 'lineageId'>,
  manifest: NewManifest,
): Promise<{ manifestId: number; storedBytes: number }> {
  const { hash, baseId, rawBytes, body } = manifest
  const key = hash.toString('hex')
  const known = (await chunksByHash(tx, lineageId, [key])).get(key)?.id
  if (known !== undefined) return { manifestId: known, storedBytes: 0 }
  const ids = await insertStoredChunks(tx, [
    { lineageId, captureId, hash, baseId, rowCount: 0, rawBytes, minDn: null, maxDn: null, ...inRow(body) },
  ])
  return { manifestId: ids.get(key)!, storedBytes: body.length }
}
