import { hash } from 'node:crypto'
import { CONTROLLER_COLUMN } from '@heddle/domain/canvas/names.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import { canonicalRow } from '@heddle/domain/snapshot/canonical-row.ts'
import { type Chunk, createChunker } from '@heddle/domain/snapshot/chunker.ts'
import { ownBytes } from '../../../platform/threads/bytes.ts'
import { blobLines, decodeBlob, type Dictionary, encodeBlob } from '../blob.ts'
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

/** The chunks of the previous snapshot, in order. */
export type CutterStart = { readonly base: readonly BaseChunk[]; readonly isDnSorted: boolean }

/**
 * Converts a result to canonical rows, cuts them into chunks and compresses the new ones. Holds the chunks not yet
 * encoded and 40 bytes per row.
 */
export class Cutter {
  readonly #base: readonly BaseChunk[]
  readonly #known: ReadonlyMap<string, number>
  readonly #replaced: ReturnType<typeof createReplacedChunkFinder>
  readonly #chunker = createChunker(cutHashOf)
  readonly #waiting = new Map<string, Buffer>()
  readonly #hashes = new RowHashes()
  readonly #dns = new DnFacts()
  #rowCount = 0
  #sizeBytes = 0

  constructor({ base, isDnSorted }: CutterStart) {
    this.#base = base
    this.#known = new Map(base.map((chunk, index) => [chunk.hash, index]))
    this.#replaced = createReplacedChunkFinder(base, isDnSorted)
  }

  cut(body: Uint8Array): Cut[] {
    const cuts: Cut[] = []
    for (const line of blobLines(body, null)) {
      const chunk = line === '' ? undefined : this.#addRow(line)
      if (chunk !== undefined) cuts.push(this.#toCut(chunk))
    }
    return cuts
  }

  end(): { cuts: Cut[]; totals: CutTotals } {
    const chunk = this.#chunker.end()
    const cuts = chunk === undefined ? [] : [this.#toCut(chunk)]
    const totals = {
      rowCount: this.#rowCount,
      sizeBytes: this.#sizeBytes,
      versionHash: this.#hashes.versionHash(),
      isDnSorted: this.#dns.isSorted,
      hasUniqueDns: this.#dns.areUnique,
    }
    return { cuts, totals }
  }

  encode({ cuts, dictionaries }: EncodeOrder): EncodedCut[] {
    const ready = new Map(
      dictionaries.map(({ id, body }) => [id, { id, raw: decodeBlob(body, null), bodyBytes: body.length }]),
    )
    return cuts.map((cut) =>
      this.#encodeOne(cut.hash, cut.dictionaryId === undefined ? undefined : ready.get(cut.dictionaryId)),
    )
  }

  /** Forgets the content of chunks that have been stored. */
  drop(keys: readonly string[]): void {
    for (const key of keys) this.#waiting.delete(key)
  }

  #addRow(line: string): Chunk | undefined {
    const row = JSON.parse(line) as Row
    const canonical = canonicalRow(row)
    const dn = typeof row['dn'] === 'string' ? row['dn'] : undefined
    this.#hashes.add(canonical)
    this.#dns.add(dn, row[CONTROLLER_COLUMN])
    return this.#chunker.add(canonical, dn)
  }

  #toCut(chunk: Chunk): Cut {
    const raw = Buffer.from(chunk.rows.join('\n'))
    const key = hash('sha256', raw, 'hex')
    // There is a newline between two chunks, too.
    this.#sizeBytes += raw.length + (this.#rowCount > 0 ? 1 : 0)
    this.#rowCount += chunk.rows.length
    const minDn = chunk.minDn === undefined ? null : ownBytes(lowerBound(chunk.minDn))
    const maxDn = chunk.maxDn === undefined ? null : ownBytes(upperBound(chunk.maxDn))
    const cut = { hash: key, rowCount: chunk.rows.length, rawBytes: raw.length, minDn, maxDn }
    const place = this.#known.get(key)
    if (place !== undefined) {
      this.#replaced.reused(place)
      return { ...cut, id: this.#base[place]!.id, dictionaryId: undefined }
    }
    this.#waiting.set(key, raw)
    const dictionaryId = this.#replaced.find(minDn && Buffer.from(minDn).toString('hex'))?.dictionaryId
    return { ...cut, id: undefined, dictionaryId }
  }

  #encodeOne(key: string, dictionary: Dictionary | undefined): EncodedCut {
    const raw = this.#waiting.get(key)
    if (raw === undefined) throw new Error(`chunk ${key} is not waiting to be encoded`)
    return { hash: key, ...encodeBlob(raw, dictionary) }
  }
}
