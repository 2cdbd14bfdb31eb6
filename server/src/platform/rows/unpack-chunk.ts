import { zstdDecompressSync } from 'node:zlib'

/** The content of a chunk; `base` is the body of the one whose content was its dictionary. */
export const unpackChunk = (body: Uint8Array, base?: Uint8Array | null): Buffer =>
  base ? zstdDecompressSync(body, { dictionary: zstdDecompressSync(base) }) : zstdDecompressSync(body)
