import type { Executor } from '../../../adapters/database/database.ts'
import type { ObjectStorage } from '../../../adapters/object-storage/object-storage.ts'
import type { ArchiveContext } from '../archive-types.ts'
import { keyOfPack } from './bodies-in-packs.ts'
import { hasPacks, listChunkPacks } from './packs.store.ts'

export type StoredPack = { readonly key: string; readonly bytes: number }

const LISTED_AT_ONCE = 1_000

export async function* storedPacks({ database }: ArchiveContext): AsyncGenerator<StoredPack> {
  for (let last: string | undefined, isMore = true; isMore;) {
    const packs = await listChunkPacks(database.db, last, LISTED_AT_ONCE)
    for (const { id, lineageId, bytes } of packs) yield { key: keyOfPack(lineageId, id), bytes }
    last = packs.at(-1)?.id
    isMore = packs.length === LISTED_AT_ONCE
  }
}

export async function requireStorage(db: Executor, storage: ObjectStorage | undefined): Promise<void> {
  if (storage || !(await hasPacks(db))) return
  throw new Error('rows of snapshots are in object storage: set OBJECT_STORAGE_URL and what belongs to it, as before')
}
