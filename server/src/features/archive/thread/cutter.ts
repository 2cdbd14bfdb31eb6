import { hash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { CONTROLLER_COLUMN } from '@heddle/domain/canvas/names.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import { canonicalRow } from '@heddle/domain/snapshot/canonical-row.ts'
import { type Chunk, createChunker } from '@heddle/domain/snapshot/chunker.ts'
import { ownBytes } from '../../../platform/threads/bytes.ts'
import { decodeBlob, type Dictionary, encodeBlob } from '../blob.ts'
import { lowerBound, upperBound } from '../dn-bounds.ts'
import { DnFacts } from './dn-facts.ts'
import { cutHashOf } from './cyrb53.ts'
import { type BaseChunk, createReplacedChunkFinder } from './replaced-chunk.ts'
import { RowHashes } from './row-hashes.ts'

/** A piece of the result: a chunk of the previous snapshot (`id`), or a new one that waits here to be encoded. */
export type Cut = {
  readonly id: number | undefined
  readonly hash: string
  readonly rowCount: number
  readonly rawBytes: number
  readonly minDn: Uint8Array | null
  readonly maxDn: Uint8Array | null
  readonly dictionaryId: number | undefined
}
export type CutTotals = {
  readonly rowCount: number
  readonly sizeBytes: number
  readonly versionHash: string
  readonly isDnSorted: boolean
  readonly hasUniqueDns: boolean
}
export type EncodeOrder = {
  readonly cuts: readonly { readonly hash: string; readonly dictionaryId: number | undefined }[]
  /** Bodies of the chunks used as dictionaries. */
  readonly dictionaries: readonly { readonly id: number; readonly body: Uint8Array }[]
}
export type EncodedCut = { readonly hash: string; readonly body: Uint8Array; readonly baseId: number | null }

/**
 * Converts a result to canonical rows, cuts them into chunks and compresses the new ones. Holds the chunks not yet
 * encoded and 40 bytes per row.
 */
export function createCutter({
  base,
  isDnSorted,
}: {
  readonly base: readonly BaseChunk[]
  readonly isDnSorted: boolean
}) {
  const known = new Map(base.map((chunk, index) => [chunk.hash, index]))
  const replaced = createReplacedChunkFinder(base, isDnSorted)
  const chunker = createChunker(cutHashOf)
  const waiting = new Map<string, Buffer>()
  const hashes = new RowHashes()
  const dns = new DnFacts()
  let [rowCount, sizeBytes] = [0, 0]

  const addRow = (line: string): Chunk | undefined => {
    const row = JSON.parse(line) as Row
    const canonical = canonicalRow(row)
    const dn = typeof row['dn'] === 'string' ? row['dn'] : undefined
    hashes.add(canonical)
    dns.add(dn, row[CONTROLLER_COLUMN])
    return chunker.add(canonical, dn)
  }

  const toCut = (chunk: Chunk): Cut => {
    const raw = Buffer.from(chunk.rows.join('\n'))
    const key = hash('sha256', raw, 'hex')
    // There is a newline between two chunks, too.
    sizeBytes += raw.length + (rowCount > 0 ? 1 : 0)
    rowCount += chunk.rows.length
    const minDn = chunk.minDn === undefined ? null : ownBytes(lowerBound(chunk.minDn))
    const maxDn = chunk.maxDn === undefined ? null : ownBytes(upperBound(chunk.maxDn))
    const cut = { hash: key, rowCount: chunk.rows.length, rawBytes: raw.length, minDn, maxDn }
    const place = known.get(key)
    if (place !== undefined) {
      replaced.reused(place)
      return { ...cut, id: base[place]!.id, dictionaryId: undefined }
    }
    waiting.set(key, raw)
    return {
      ...cut,
      id: undefined,
      dictionaryId: replaced.find(minDn && Buffer.from(minDn).toString('hex'))?.dictionaryId,
    }
  }

  const encode = (key: string, dictionary: Dictionary | undefined): EncodedCut => {
    const raw = waiting.get(key)
    if (raw === undefined) throw new Error(`chunk ${key} is not waiting to be encoded`)
    return { hash: key, ...encodeBlob(raw, dictionary) }
  }

  return {
    cut: (body: Uint8Array): Cut[] => {
      const text = zstdDecompressSync(body).toString('utf8')
      if (text === '') return []
      return text.split('\n').flatMap((line) => {
        const chunk = line === '' ? undefined : addRow(line)
        return chunk === undefined ? [] : [toCut(chunk)]
      })
    },
    end: (): { cuts: Cut[]; totals: CutTotals } => {
      const chunk = chunker.end()
      const cuts = chunk === undefined ? [] : [toCut(chunk)]
      const versionHash = hashes.versionHash()
      return {
        cuts,
        totals: { rowCount, sizeBytes, versionHash, isDnSorted: dns.isSorted, hasUniqueDns: dns.areUnique },
      }
    },
    encode: ({ cuts, dictionaries }: EncodeOrder): EncodedCut[] => {
      const ready = new Map(
        dictionaries.map(({ id, body }) => [id, { id, raw: decodeBlob(body, null), bodyBytes: body.length }]),
      )
      return cuts.map((cut) =>
        encode(cut.hash, cut.dictionaryId === undefined ? undefined : ready.get(cut.dictionaryId)),
      )
    },
    /** Forgets the content of chunks that have been stored. */
    drop: (keys: readonly string[]): void => {
      for (const key of keys) waiting.delete(key)
    },
  }
}
export type Cutter = ReturnType<typeof createCutter>
