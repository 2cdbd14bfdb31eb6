import type { IndexParts } from '../parts.ts'
import { checksum } from './checksum.ts'

/**
 * Increment when the contents or the packing of the parts change: indexes stored by another version are then
 * recompiled.
 */
export const PARTS_FORMAT = 1

const MAGIC = 0x58_44_4e_49
/** Magic number, format, total length, checksum of everything after it, length of the directory. */
const HEADER_WORDS = 5
const ALIGNMENT = 8

const BYTES = { u8: 1, u16: 2, u32: 4 } as const
type ArrayKind = keyof typeof BYTES
type Entry = { readonly name: string; readonly kind: ArrayKind; readonly length: number; readonly offset: number }
/** Offsets are written as texts of fixed width, so that the length of the directory is known before they are. */
type WrittenEntry = Omit<Entry, 'offset'> & { readonly offset: string }

/**
 * Packs parts into one block of bytes: a header, a directory and the arrays, aligned so that they can be read in place.
 * `allocate` gives the block, all zeros, so that it can be one that threads share.
 */
export function packParts(parts: IndexParts): Uint8Array
export function packParts<Kind extends ArrayBufferLike>(
  parts: IndexParts,
  allocate: (length: number) => Uint8Array<Kind>,
): Uint8Array<Kind>
export function packParts(
  parts: IndexParts,
  allocate: (length: number) => Uint8Array = (length) => new Uint8Array(length),
): Uint8Array {
  const names = Object.keys(parts).sort()
  const bare = names.map((name) => ({ name, kind: kindOf(parts[name]!), offset: 0, length: parts[name]!.length }))
  const directoryLength = directoryOf(bare).length
  let end = aligned(HEADER_WORDS * 4 + directoryLength)
  const entries = bare.map((entry) => {
    const offset = end
    end = aligned(end + entry.length * BYTES[entry.kind])
    return { ...entry, offset }
  })

  const packed = allocate(end)
  packed.set(directoryOf(entries), HEADER_WORDS * 4)
  for (const { name, offset } of entries) packed.set(bytesOfArray(parts[name]!), offset)
  const words = new Uint32Array(packed.buffer)
  words.set([MAGIC, PARTS_FORMAT, end, 0, directoryLength])
  words[3] = checksum(words.subarray(4))
  return packed
}

/**
 * Unpacks parts as views of the bytes, which are copied only if they do not begin at a multiple of four. Throws if the
 * bytes are damaged, truncated or of another format; the caller then recompiles.
 */
export function unpackParts(bytes: Uint8Array): IndexParts {
  const packed = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const words = new Uint32Array(packed.buffer, packed.byteOffset, Math.floor(packed.length / 4))
  const [magic, format, length, sum, directoryLength = 0] = words
  if (magic !== MAGIC) throw new Error('packed index: wrong magic number')
  if (format !== PARTS_FORMAT)
    throw new Error(`packed index: format ${String(format)}, expected ${String(PARTS_FORMAT)}`)
  if (length !== packed.length)
    throw new Error(`packed index: ${String(packed.length)} bytes, expected ${String(length)}`)
  if (sum !== checksum(words.subarray(4))) throw new Error('packed index: damaged, the checksum does not match')
  const directory = new TextDecoder().decode(packed.subarray(HEADER_WORDS * 4, HEADER_WORDS * 4 + directoryLength))
  const entries = JSON.parse(directory) as readonly WrittenEntry[]
  return Object.fromEntries(entries.map((entry) => [entry.name, viewOf(packed, entry)]))
}

function viewOf({ buffer, byteOffset }: Uint8Array, { kind, offset, length }: WrittenEntry): IndexParts[string] {
  const start = byteOffset + Number(offset)
  switch (kind) {
    case 'u8':
      return new Uint8Array(buffer, start, length)
    case 'u16':
      return new Uint16Array(buffer, start, length)
    case 'u32':
      return new Uint32Array(buffer, start, length)
  }
}

function directoryOf(entries: readonly Entry[]): Uint8Array {
  const written: WrittenEntry[] = entries.map((entry) => ({ ...entry, offset: String(entry.offset).padStart(12) }))
  return new TextEncoder().encode(JSON.stringify(written))
}

function kindOf(part: IndexParts[string]): ArrayKind {
  return part instanceof Uint32Array ? 'u32' : part instanceof Uint16Array ? 'u16' : 'u8'
}

function bytesOfArray({ buffer, byteOffset, byteLength }: IndexParts[string]): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT
}
