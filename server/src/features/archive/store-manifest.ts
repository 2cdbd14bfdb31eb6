import { createHash } from 'node:crypto'
import type { Executor } from '../../adapters/database/database.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import { decodeBlob, encodeBlob, type EncodedBlob } from './blob.ts'
import { idsByHash, insertChunks, readDictionaryOf } from './chunks.store.ts'
import { encodeManifest, type ManifestEntry } from './manifest.ts'

export type NewManifest = EncodedBlob & { readonly hash: Buffer; readonly rawBytes: number }

/** Uses the previous manifest as dictionary or, if that is itself a delta, its base: a base never has a base. */
export async function encodeManifestAfter(
  db: Executor,
  entries: readonly ManifestEntry[],
  previous: SnapshotRow | undefined,
): Promise<NewManifest> {
  const raw = encodeManifest(entries)
  const hash = createHash('sha256').update(raw).digest()
  const base = previous && (await readDictionaryOf(db, previous.manifestId))
  const dictionary = base && { id: base.id, raw: decodeBlob(base.body, null), bodyBytes: base.body.length }
  return { ...encodeBlob(raw, dictionary), hash, rawBytes: raw.length }
}

/** Snapshots with the same chunks share a manifest. */
export async function storeManifest(
  tx: Executor,
  lineageId: string,
  manifest: NewManifest,
): Promise<{ manifestId: number; storedBytes: number }> {
  const { hash, baseId, rawBytes, body } = manifest
  const key = hash.toString('hex')
  const known = (await idsByHash(tx, lineageId, [key])).get(key)
  if (known !== undefined) return { manifestId: known, storedBytes: 0 }
  const ids = await insertChunks(tx, [
    { lineageId, hash, baseId, rowCount: 0, rawBytes, minDn: null, maxDn: null, body: Buffer.from(body) },
  ])
  return { manifestId: ids.get(key)!, storedBytes: body.length }
}
