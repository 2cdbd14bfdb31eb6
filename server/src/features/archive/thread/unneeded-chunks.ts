import { decodeBlob } from '../blob.ts'
import { decodeManifest } from '../manifest.ts'
import type { EncodedChunk } from './differ.ts'

export type UnneededOrder = {
  /** Candidates for removal: the chunks of these manifests, and the chunks with these ids. */
  readonly asked: readonly EncodedChunk[]
  readonly askedIds: readonly number[]
  /** What stays: the chunks of these manifests, and the chunks with these ids. */
  readonly kept: readonly EncodedChunk[]
  readonly keptIds: readonly number[]
}

/** Finds the candidates that nothing keeps. */
export const createUnneededChunks = (_: undefined) => ({
  unneeded: ({ asked, askedIds, kept, keptIds }: UnneededOrder): { unneeded: number[]; kept: Float64Array } => {
    const stay = idsOf(kept, keptIds)
    return { unneeded: [...idsOf(asked, askedIds)].filter((id) => !stay.has(id)), kept: Float64Array.from(stay) }
  },
})
export type UnneededChunks = ReturnType<typeof createUnneededChunks>

function idsOf(manifests: readonly EncodedChunk[], ids: readonly number[]): Set<number> {
  const all = new Set(ids)
  for (const { body, base } of manifests) for (const id of decodeManifest(decodeBlob(body, base)).ids) all.add(id)
  return all
}
