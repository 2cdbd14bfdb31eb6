import type { Executor } from '../../adapters/database/database.ts'
import type { ArchiveContext } from './archive-types.ts'
import type { ChunkBodies } from './chunk-bodies.ts'
import { chunkSizes, findPlaces, gone } from './chunks.store.ts'
import type { EncodedChunk } from './thread/differ.ts'

/** What chunks are read from: a database or transaction, and where their bodies are. */
export type ChunkSource = { readonly db: Executor; readonly bodies: ChunkBodies }
export type ReadChunk = EncodedChunk & { readonly id: number }

export const sourceOf = ({ database, bodies }: ArchiveContext): ChunkSource => ({ db: database.db, bodies })

/** So that no statement grows with a lineage. */
const READ_AT_ONCE = 500

type Body = { readonly baseId: number | null; readonly body: Uint8Array }

/** Chunks with the bases needed to decode them, in the order of the ids. A shared base is read once. */
export async function readChunks(source: ChunkSource, lineageId: string, ids: readonly number[]): Promise<ReadChunk[]> {
  const bodies = await readBodies(source, lineageId, ids)
  const baseIds = new Set(
    [...bodies.values()].flatMap(({ baseId }) => (baseId === null || bodies.has(baseId) ? [] : [baseId])),
  )
  const bases = await readBodies(source, lineageId, [...baseIds])
  return ids.map((id) => {
    const { baseId, body } = bodies.get(id) ?? gone()
    return { id, body, base: baseId === null ? null : (bodies.get(baseId) ?? bases.get(baseId) ?? gone()).body }
  })
}

async function readBodies(
  { db, bodies }: ChunkSource,
  lineageId: string,
  ids: readonly number[],
): Promise<Map<number, Body>> {
  const found = new Map<number, Body>()
  for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
    const places = await findPlaces(db, lineageId, ids.slice(start, start + READ_AT_ONCE))
    const read = await bodies.read(lineageId, places)
    for (const [index, { id, baseId }] of places.entries()) found.set(id, { baseId, body: read[index]! })
  }
  return found
}

/** The chunk's base, or the chunk itself when it has none; undefined if a new chunk must not build on it. */
export async function readDictionaryOf(
  source: ChunkSource,
  lineageId: string,
  id: number,
): Promise<ReadChunk | undefined> {
  const [size] = await chunkSizes(source.db, lineageId, [id])
  if (size === undefined) return gone()
  if (size.isEarlier) return undefined
  const [dictionary] = await readChunks(source, lineageId, [size.baseId ?? id])
  return dictionary
}
