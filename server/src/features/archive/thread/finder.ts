import { CONTROLLER_COLUMN } from '@heddle/domain/canvas/names.ts'
import { decodeBlob } from '../blob.ts'
import { decodeManifest } from '../manifest.ts'
import type { EncodedChunk } from './differ.ts'
import { readText } from './read-dn.ts'

/** An object: by its DN, in merged runs also by its controller. */
export type Wanted = { readonly dn: string; readonly controller?: string | undefined }

/** Looks for a DN in the chunks of several manifests. */
export function createFinder(manifests: readonly EncodedChunk[]) {
  const held = manifests.map(({ body, base }) => decodeManifest(decodeBlob(body, base)).ids)

  return {
    /** For each manifest, those of the chunks that it has, in its order. */
    holding: (ids: readonly number[]): number[][] => {
      const isAsked = createLookup(ids)
      return held.map((own) => [...own.filter(isAsked)])
    },
    /** The first row with the DN in each chunk; null where there is none. */
    firstRows: ({ chunks, ...wanted }: Wanted & { readonly chunks: readonly EncodedChunk[] }): (string | null)[] => {
      const mark = `"dn":${JSON.stringify(wanted.dn)}`
      return chunks.map(({ body, base }) => firstRow(decodeBlob(body, base), mark, wanted))
    },
  }
}
export type Finder = ReturnType<typeof createFinder>

/** Manifests have far more chunks than are looked up, and these bits already rule out most of them. */
const MASK = 0xffff

function createLookup(ids: readonly number[]): (id: number) => boolean {
  const all = new Set(ids)
  const marks = new Uint8Array(MASK + 1)
  for (const id of ids) marks[id & MASK] = 1
  return (id) => marks[id & MASK] === 1 && all.has(id)
}

/** Searches for the text before parsing: most chunks hold the DN once or not at all. */
function firstRow(raw: Buffer, mark: string, { dn, controller }: Wanted): string | null {
  for (let at = raw.indexOf(mark); at >= 0; at = raw.indexOf(mark, at + 1)) {
    const end = raw.indexOf('\n', at)
    const line = raw.toString('utf8', raw.lastIndexOf('\n', at) + 1, end < 0 ? raw.length : end)
    if (readText(line, 'dn') === dn && (controller === undefined || readText(line, CONTROLLER_COLUMN) === controller))
      return line
  }
  return null
}
