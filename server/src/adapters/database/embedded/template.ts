import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { programFile } from './compile-programs.ts'

/** An empty database as `initdb` creates it, packed; `npm run template` writes it. */
export const TEMPLATE = new URL('../../../../assets/embedded-database.zst', import.meta.url)

type Contents = {
  /** The programs that created it: others may not read it. */
  readonly programs: string
  /** Folders end with a slash, and stand before what is in them. */
  readonly entries: readonly { readonly path: string; readonly bytes: number }[]
}

// Its longest file is mostly zeros, and three databases hold the same.
const WINDOW_LOG = 27
const LENGTH_BYTES = 4

/** Fills an empty folder; false when there is no template of the installed version. */
export function unpackTemplate(folder: string, template: URL = TEMPLATE): boolean {
  const packed = readTemplate(template)
  if (packed === undefined) return false
  const { contents, bytes } = openTemplate(packed)
  if (contents.programs !== hashOfPrograms()) return false
  let offset = 0
  for (const { path, bytes: length } of contents.entries) {
    if (path.endsWith('/')) mkdirSync(join(folder, path), { mode: 0o700 })
    else writeFileSync(join(folder, path), bytes.subarray(offset, (offset += length)), { mode: 0o600 })
  }
  return true
}

function readTemplate(template: URL): Buffer | undefined {
  try {
    return readFileSync(template)
  } catch {
    // It takes longer without one.
    return undefined
  }
}

function openTemplate(packed: Buffer): { contents: Contents; bytes: Buffer } {
  const unpacked = zstdDecompressSync(packed, { params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } })
  const start = LENGTH_BYTES + unpacked.readUInt32LE(0)
  const contents = JSON.parse(unpacked.toString('utf8', LENGTH_BYTES, start)) as Contents
  return { contents, bytes: unpacked.subarray(start) }
}

/** Packs the folder of a stopped database. */
export function packTemplate(folder: string): Buffer {
  const parts: Buffer[] = []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ path: relative(folder, join(entry.parentPath, entry.name)), isFolder: entry.isDirectory() }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, isFolder }) => {
      if (isFolder) return { path: `${path}/`, bytes: 0 }
      const part = readFileSync(join(folder, path))
      parts.push(part)
      return { path, bytes: part.length }
    })
  const contents = Buffer.from(JSON.stringify({ programs: hashOfPrograms(), entries } satisfies Contents))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(contents.length)
  return zstdCompressSync(Buffer.concat([length, contents, ...parts]), {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      [constants.ZSTD_c_windowLog]: WINDOW_LOG,
    },
  })
}

const hashOfPrograms = (): string =>
  hash(
    'sha256',
    ['pglite.wasm', 'initdb.wasm'].map((name) => hash('sha256', readFileSync(programFile(name)))).join(' '),
  )
