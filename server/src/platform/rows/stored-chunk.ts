/** Some consecutive rows as they are stored: zstd over newline-delimited JSON. */
export type StoredChunk = {
  /** How many rows it gives: all that are in it, unless `from` and `to` say otherwise. */
  readonly rowCount: number
  readonly body: Uint8Array
  /** The body of another chunk, whose content is the dictionary of this one. */
  readonly base?: Uint8Array | null
  /** Only the rows from this place up to that one, counted from 0. */
  readonly from?: number
  readonly to?: number
}
export type StoredChunks = AsyncIterable<StoredChunk> | Iterable<StoredChunk>

/**
 * What one step of the main thread may unpack. Chunks are written with 256 kB of text; before there was such a limit,
 * with 500 rows, which usually have less than this.
 */
export const SMALL_BYTES = 2_000_000

/** Whether all that has to be unpacked for the chunk is small. */
export const isSmall = (chunk: StoredChunk): boolean =>
  (contentBytes(chunk.body) ?? Infinity) <= SMALL_BYTES && hasSmallBase(chunk)

/** Whether what has to be unpacked whole is small: the body may be unpacked piece by piece. */
export const hasSmallBase = ({ base }: StoredChunk): boolean => !base || (contentBytes(base) ?? Infinity) <= SMALL_BYTES

const MAGIC = 0xfd2fb528
const SINGLE_SEGMENT = 0b10_0000
/** Bytes of fields in the header of a frame, by their flags (RFC 8878, 3.1.1.1.1). */
const DICTIONARY_BYTES = [0, 1, 2, 4]
const SIZE_BYTES = [0, 2, 4, 8]

/** How large the content is, as the frame says; undefined if it does not. */
export function contentBytes(body: Uint8Array): number | undefined {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  if (view.byteLength < 5 || view.getUint32(0, true) !== MAGIC) return undefined
  const descriptor = view.getUint8(4)
  const isSingleSegment = (descriptor & SINGLE_SEGMENT) !== 0
  const at = 5 + (isSingleSegment ? 0 : 1) + DICTIONARY_BYTES[descriptor & 0b11]!
  const bytes = SIZE_BYTES[descriptor >> 6]! || (isSingleSegment ? 1 : 0)
  if (at + bytes > view.byteLength) return undefined
  switch (bytes) {
    case 1:
      return view.getUint8(at)
    case 2:
      return view.getUint16(at, true) + 256
    case 4:
      return view.getUint32(at, true)
    case 8:
      return Number(view.getBigUint64(at, true))
  }
  return undefined
}
