import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

type InitArguments = Parameters<NodeFS['init']>
type Prepared = Awaited<ReturnType<NodeFS['init']>>

/** The part of Emscripten's folder driver that this file completes. */
type FolderDriver = {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number }
    readonly tryFSOperation: <T>(operation: () => T) => T
  }
}

/**
 * A data folder whose syncs reach the disk. Emscripten's folder driver has no `fsync`, so PostgreSQL's syncs succeed
 * without doing anything: an acknowledged commit would not survive a power cut.
 */
export class DurableFolder extends NodeFS {
  override async init(pglite: PGlite, options: InitArguments[1]): Promise<Prepared> {
    const prepared = await super.init(pglite, options)
    const addSync = (module: unknown): void => {
      const { NODEFS } = module as FolderDriver
      NODEFS.stream_ops.fsync = ({ nfd }) => NODEFS.tryFSOperation(() => (fsyncSync(nfd), 0))
    }
    prepared.emscriptenOpts.preRun = [...(prepared.emscriptenOpts.preRun ?? []), addSync]
    return prepared
  }
}

/** Syncs a whole folder to disk, files before the folders that contain them. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncPath(path)
  }
  syncPath(folder)
}

export function syncPath(path: string): void {
  // Windows cannot open folders, and they need no sync there.
  if (process.platform === 'win32') return
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
