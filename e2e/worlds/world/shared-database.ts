import { execFileSync } from 'node:child_process'
import crypto from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { compilePrograms } from '@heddle/server/adapters/database/embedded/compile-programs.ts'
import { copyEmbeddedTemplate } from '@heddle/server/testing/embedded-template.ts'
import { MIGRATIONS } from '@heddle/server/testing/migrations-hash.ts'

/** The database of all worlds of this process. Each one begins with the very same bytes, down to the last cache. */
export type SharedDatabase = {
  readonly pglite: PGlite
  /** Remembers the database as it is now. */
  readonly keep: () => void
  /** Makes it again what it was. */
  readonly restore: () => void
  /** What is drawn by chance from now on does not depend on the worlds before: random bytes are kept in a store. */
  readonly forgetRandomness: () => void
}

type FileNode = {
  contents?: Uint8Array | Int8Array | Record<string, FileNode>
  usedBytes?: number
  readonly mode: number
}
/** An open file. `fd` is null once it is closed. */
type OpenFile = { fd: number | null; readonly shared: { position?: number } }
type Machine = {
  readonly HEAPU8: Uint8Array
  readonly FS: {
    /** By their number. */
    readonly streams: (OpenFile | null | undefined)[]
    readonly isDir: (mode: number) => boolean
    readonly isFile: (mode: number) => boolean
    readonly lookupPath: (path: string) => { node: FileNode }
    readonly unlink: (path: string) => void
    readonly readdir: (path: string) => string[]
    readonly open: (path: string, flags: string) => OpenFile
    readonly read: (file: OpenFile, into: Uint8Array, offset: number, length: number) => number
    readonly close: (file: OpenFile) => void
  }
}

const SETTINGS = [
  'shared_buffers=32MB',
  'max_wal_size=512MB',
  'autovacuum=off',
  'log_min_messages=panic',
  'plan_cache_mode=force_generic_plan',
]
const DATA = '/pglite/data'

export async function openSharedDatabase(): Promise<SharedDatabase> {
  const folder = await copyEmbeddedTemplate(MIGRATIONS)
  const tar = execFileSync('tar', ['cf', '-', '-C', join(folder, 'database'), '.'], { maxBuffer: 2 ** 30 })
  rmSync(folder, { recursive: true })
  const programs = await compilePrograms()
  const pglite = await PGlite.create({
    dataDir: 'memory://',
    loadDataDir: new Blob([new Uint8Array(tar)]),
    extensions: { pg_trgm },
    pgliteWasmModule: programs.postgres,
    initdbWasmModule: programs.initdb,
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])],
  })
  const machine = (pglite as unknown as { Module: Machine }).Module
  let kept: Snapshot | undefined
  return {
    pglite,
    keep: () => void (kept = takeSnapshot(machine)),
    restore: () => kept && restoreSnapshot(machine, kept),
    forgetRandomness: () => forgetRandomness(machine),
  }
}

type Snapshot = {
  readonly memory: Uint8Array
  readonly files: ReadonlyMap<string, { readonly node: FileNode; readonly bytes: Uint8Array }>
  /** Memory refers to open files by their number, which others get after they were closed. */
  readonly open: readonly { readonly stream: OpenFile | null | undefined; readonly position: number | undefined }[]
}

function takeSnapshot(machine: Machine): Snapshot {
  const files = new Map<string, { node: FileNode; bytes: Uint8Array }>()
  for (const [path, node] of filesBelow(machine, DATA)) files.set(path, { node, bytes: Uint8Array.from(bytesOf(node)) })
  const full = machine.HEAPU8
  let end = full.length
  while (end > 0 && full[end - 1] === 0) end -= 1
  const open = machine.FS.streams.map((stream) => ({ stream, position: stream?.shared.position }))
  return { memory: full.slice(0, end), files, open }
}

function restoreSnapshot(machine: Machine, { memory, files, open }: Snapshot): void {
  restoreOpen(machine, open)
  machine.HEAPU8.set(memory)
  machine.HEAPU8.fill(0, memory.length)
  for (const [path, node] of filesBelow(machine, DATA)) {
    const before = files.get(path)
    if (!before) machine.FS.unlink(path)
    else if (before.node !== node) throw new Error(`${path} is another file than before`)
  }
  for (const [path, { node, bytes }] of files) {
    if (node.usedBytes === bytes.length && bytesOf(node).equals(bytes)) continue
    if (machine.FS.lookupPath(path).node !== node) throw new Error(`${path} is another file than before`)
    node.contents = bytes.slice()
    node.usedBytes = bytes.length
  }
}

/** Reads the rest of the random bytes that were fetched in one piece, and the first of the next piece. */
function forgetRandomness({ FS }: Machine): void {
  const { randomFillSync } = crypto
  let isFetched = false
  const fetch = (...given: Parameters<typeof randomFillSync>) => {
    isFetched = true
    return randomFillSync(...given)
  }
  Object.assign(crypto, { randomFillSync: fetch })
  const device = FS.open('/dev/urandom', 'r')
  try {
    while (!isFetched) FS.read(device, new Uint8Array(1), 0, 1)
  } finally {
    FS.close(device)
    Object.assign(crypto, { randomFillSync })
  }
}

function restoreOpen({ FS: { streams } }: Machine, open: Snapshot['open']): void {
  streams.length = open.length
  for (const [fd, { stream, position }] of open.entries()) {
    streams[fd] = stream
    if (!stream) continue
    stream.fd = fd
    if (position !== undefined) stream.shared.position = position
  }
}

function bytesOf({ contents, usedBytes }: FileNode): Buffer {
  const { buffer, byteOffset } = contents as Uint8Array
  return Buffer.from(buffer, byteOffset, usedBytes)
}

function* filesBelow({ FS }: Machine, folder: string): Generator<[string, FileNode]> {
  for (const name of FS.readdir(folder)) {
    if (name === '.' || name === '..') continue
    const path = `${folder}/${name}`
    const { node } = FS.lookupPath(path)
    if (FS.isDir(node.mode)) yield* filesBelow({ FS } as Machine, path)
    else if (FS.isFile(node.mode)) yield [path, node]
  }
}
