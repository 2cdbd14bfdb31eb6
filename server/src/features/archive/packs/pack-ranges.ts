import type { ChunkPlace } from '../chunk-bodies.ts'

/** One read of a pack, and the chunks that are in it. */
export type PackRange = {
  readonly packId: string
  readonly offset: number
  readonly length: number
  readonly places: readonly ChunkPlace[]
}

/** Reading what is between two chunks is cheaper than another request. */
const GAP_BYTES = 64 * 1024
const LONGEST_BYTES = 8 * 1024 * 1024

/** Chunks that are close to each other in a pack are read together. */
export function rangesOf(places: readonly ChunkPlace[]): PackRange[] {
  const packed = places.filter(({ packId }) => packId !== null)
  const ranges: PackRange[] = []
  for (const [packId, own] of Map.groupBy(packed, (place) => place.packId!)) ranges.push(...rangesInPack(packId, own))
  return ranges
}

function rangesInPack(packId: string, places: readonly ChunkPlace[]): PackRange[] {
  const ranges: PackRange[] = []
  for (const place of [...places].sort((a, b) => a.packOffset! - b.packOffset!)) {
    const last = ranges.at(-1)
    const [start, end] = [place.packOffset!, place.packOffset! + place.bodyBytes]
    if (last && start - (last.offset + last.length) <= GAP_BYTES && end - last.offset <= LONGEST_BYTES) {
      ranges[ranges.length - 1] = {
        ...last,
        length: Math.max(last.length, end - last.offset),
        places: [...last.places, place],
      }
    } else ranges.push({ packId, offset: start, length: place.bodyBytes, places: [place] })
  }
  return ranges
}
