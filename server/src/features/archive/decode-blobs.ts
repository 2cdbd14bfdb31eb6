import { decodeWith } from './blob.ts'

type Encoded = { readonly body: Uint8Array; readonly base: Uint8Array | null }

/** Content decoded at once; what is cut from it keeps all of it in memory. */
const MOST_TOGETHER_BYTES = 4 * 1024 * 1024
/** A decoder whose piece is full asks for another one. */
const ROOM_BYTES = 64

/**
 * Decodes many blobs, of which some are the base of others, in their order. Each is decoded once, and those without a
 * base together: setting up a decoder takes longer than decoding a chunk.
 */
export function decodeBlobs(blobs: readonly Encoded[]): Buffer[] {
  const known = decodeAlone(new Set(blobs.map(({ body, base }) => base ?? body)))
  return blobs.map(({ body, base }) => (base === null ? known.get(body)! : decodeDelta(body, known.get(base)!)))
}

const decodeDelta = (body: Uint8Array, base: Buffer): Buffer => decodeWith(body, base, pieceFor(contentBytes(body)))

function decodeAlone(bodies: Iterable<Uint8Array>): Map<Uint8Array, Buffer> {
  const decoded = new Map<Uint8Array, Buffer>()
  for (const group of groupsOf(bodies)) {
    const contents = group.length === 1 ? undefined : decodeTogether(group)
    for (const [index, { body, bytes }] of group.entries())
      decoded.set(body, contents?.[index] ?? decodeWith(body, null, pieceFor(bytes)))
  }
  return decoded
}

type Sized = { readonly body: Uint8Array; readonly bytes: number | undefined }

/** One whose size is not known is alone. */
function groupsOf(bodies: Iterable<Uint8Array>): Sized[][] {
  const groups: Sized[][] = []
  let room = 0
  for (const body of bodies) {
    const bytes = contentBytes(body)
    room -= bytes ?? Infinity
    if (room >= 0) groups.at(-1)!.push({ body, bytes })
    else {
      groups.push([{ body, bytes }])
      room = bytes === undefined ? 0 : MOST_TOGETHER_BYTES - bytes
    }
  }
  return groups
}

/** Frames that follow each other are one content. Undefined if it does not have the size that they say. */
function decodeTogether(group: readonly Sized[]): Buffer[] | undefined {
  const total = group.reduce((sum, { bytes }) => sum + bytes!, 0)
  const content = decodeWith(Buffer.concat(group.map(({ body }) => body)), null, pieceFor(total))
  if (content.length !== total) return undefined
  let end = 0
  return group.map(({ bytes }) => content.subarray(end, (end += bytes!)))
}

const pieceFor = (bytes: number | undefined): number | undefined => bytes && bytes + ROOM_BYTES

const MAGIC = 0xfd2fb528

/** What the header of a zstd frame says about its content (RFC 8878, 3.1.1.1); undefined if it does not. */
export function contentBytes(frame: Uint8Array): number | undefined {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  if (frame.byteLength < 14 || view.getUint32(0, true) !== MAGIC) return undefined
  const descriptor = view.getUint8(4)
  const isSingleSegment = (descriptor & 0x20) !== 0
  const at = 5 + (isSingleSegment ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!
  switch (descriptor >> 6) {
    case 0:
      return isSingleSegment ? view.getUint8(at) : undefined
    case 1:
      return view.getUint16(at, true) + 256
    case 2:
      return view.getUint32(at, true)
    default:
      return undefined
  }
}
