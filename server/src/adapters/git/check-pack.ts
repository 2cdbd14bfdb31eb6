import { inflateSync } from 'node:zlib'
import { GitFailure } from './git-failure.ts'

export type PackBounds = {
  readonly mostObjects: number
  /** What one object may unpack to. */
  readonly mostObjectBytes: number
  /** What all objects of a pack may unpack to. */
  readonly mostBytes: number
}

const HEADER_BYTES = 12
/** Its own hash, at the end. */
const TRAILER_BYTES = 20
const OFS_DELTA = 6
const REF_DELTA = 7

/**
 * Refuses a pack that unpacks to more than is allowed, before the Git library unpacks it, which it does without
 * bounds: a pack of a megabyte may hold a file of a thousand.
 */
export function checkPack(pack: Uint8Array, bounds: PackBounds): void {
  const view = Buffer.from(pack.buffer, pack.byteOffset, pack.byteLength)
  if (view.byteLength < HEADER_BYTES + TRAILER_BYTES || view.toString('latin1', 0, 4) !== 'PACK') throw broken()
  const objects = view.readUInt32BE(8)
  if (objects > bounds.mostObjects)
    throw new GitFailure(`The repository has too many files and changes: more than ${bounds.mostObjects} objects.`)
  const end = view.byteLength - TRAILER_BYTES
  let offset = HEADER_BYTES
  let total = 0
  for (let index = 0; index < objects; index++) {
    const entry = readHeader(view, offset, end)
    const { bytes, length } = inflateAt(view, entry, end, bounds)
    const unpacked = entry.isDelta ? Math.max(entry.size, resultSize(bytes)) : entry.size
    total += unpacked
    if (unpacked > bounds.mostObjectBytes || total > bounds.mostBytes) throw tooLarge()
    offset = entry.start + length
  }
}

type EntryHeader = { readonly size: number; readonly start: number; readonly isDelta: boolean }

function readHeader(view: Buffer, from: number, end: number): EntryHeader {
  let offset = from
  const next = (): number => {
    if (offset >= end) throw broken()
    return view[offset++]!
  }
  let byte = next()
  const type = (byte >> 4) & 7
  let size = byte & 15
  for (let factor = 16; byte & 0x80; factor *= 128) {
    byte = next()
    size += (byte & 0x7f) * factor
    if (factor > 2 ** 45) throw broken()
  }
  if (type === OFS_DELTA) while (next() & 0x80);
  if (type === REF_DELTA) offset += TRAILER_BYTES
  return { size, start: offset, isDelta: type === OFS_DELTA || type === REF_DELTA }
}

/** The content of an entry, and how many bytes of the pack it takes. */
function inflateAt(view: Buffer, { size, start }: EntryHeader, end: number, { mostObjectBytes }: PackBounds) {
  if (size > mostObjectBytes) throw tooLarge()
  try {
    const inflated = inflateSync(view.subarray(start, end), { maxOutputLength: Math.max(1, size), info: true })
    const { buffer, engine } = inflated as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
    return { bytes: buffer, length: engine.bytesWritten }
  } catch {
    // More than it said, or no zlib at all.
    throw broken()
  }
}

/** What a delta says that it makes. */
function resultSize(delta: Uint8Array): number {
  let offset = 0
  const read = (): number => {
    let size = 0
    for (let factor = 1; factor < 2 ** 49; factor *= 128) {
      const byte = delta[offset++] ?? 0
      size += (byte & 0x7f) * factor
      if (!(byte & 0x80)) break
    }
    return size
  }
  read()
  return read()
}

const broken = () => new GitFailure('The server sent a pack that cannot be read.')
const tooLarge = () => new GitFailure('The repository is too large: it unpacks to more than is read from one.')
