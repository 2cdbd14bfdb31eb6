import type { Executor } from '../../adapters/database/database.ts'
import { type Bounds, chunksUpTo } from './chunks.store.ts'
import { isSurelyBelow } from './dn-bounds.ts'
import type { Session } from './thread/threads.ts'

const AT_ONCE = 200

/**
 * Where a DN would be in manifests of sorted rows: going down from the DN, the first chunk that a manifest has. Chunks
 * that begin with the DN itself are included and passed, because a repeated DN may begin in an earlier chunk.
 */
export async function walkDown(
  db: Executor,
  finder: Session<'finder'>,
  lineageId: string,
  dn: Buffer,
): Promise<number[][]> {
  let places: Place[] | undefined
  for (let last: Bounds | undefined; ;) {
    const page: readonly Bounds[] = await chunksUpTo(db, lineageId, dn, last, AT_ONCE)
    const below = new Set(page.filter(({ minDn }) => isSurelyBelow(minDn, dn)).map(({ id }) => id))
    const ids = page.map(({ id }) => id)
    const held = await finder.call('holding', ids)
    places = held.map((own, index) => extend(places?.[index] ?? { chunkIds: [], isFound: false }, own, below))
    if (page.length < AT_ONCE || places.every(({ isFound }) => isFound))
      return places.map(({ chunkIds }) => [...chunkIds])
    last = page.at(-1)
  }
}

type Place = { readonly chunkIds: readonly number[]; readonly isFound: boolean }

/** Prepends the manifest's chunks of the next page, which come before those of earlier pages. */
function extend(place: Place, own: readonly number[], below: ReadonlySet<number>): Place {
  if (place.isFound) return place
  const nearest = own.findLastIndex((id) => below.has(id))
  return { chunkIds: [...own.slice(Math.max(0, nearest)), ...place.chunkIds], isFound: nearest >= 0 }
}
