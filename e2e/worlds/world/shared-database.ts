import { execFileSync } from 'node:child_process'
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
}

type FileNode = {
  contents?: Uint8Array | Int8Array | Record<string, FileNode>
  usedBytes?: number
  readonly mode: number
}
type Machine = {
  readonly HEAPU8: Uint8Array
  readonly FS: {
    readonly root: FileNode
    readonly streams: ({ node?: FileNode; shared?: { position: number } } | null)[]
    readonly isDir: (mode: number) => boolean
    readonly isFile: (mode: number) => boolean
    readonly lookupPath: (path: string) => { node: FileNode }
    readonly unlink: (path: string) => void
    readonly writeFile: (path: string, bytes: Uint8Array) => void
    readonly readdir: (path: string) => string[]
    readonly stat: (path: string) => { mode: number }
    readonly close: (stream: unknown) => void
  }
}

const SETTINGS = ['shared_buffers=32MB', 'max_wal_size=512MB', 'autovacuum=off', 'log_min_messages=panic']
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
  }
}

type Snapshot = {
  readonly memory: Uint8Array
  readonly files: ReadonlyMap<string, { readonly node: FileNode; readonly bytes: Uint8Array }>
}

function takeSnapshot(machine: Machine): Snapshot {
  const files = new Map<string, { node: FileNode; bytes: Uint8Array }>()
  for (const [path, node] of filesBelow(machine, DATA)) files.set(path, { node, bytes: Uint8Array.from(bytesOf(node)) })
  const full = machine.HEAPU8
  let end = full.length
  while (end > 0 && full[end - 1] === 0) end -= 1
  return { memory: full.slice(0, end), files }
}

function restoreSnapshot(machine: Machine, { memory, files }: Snapshot): void {
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
