import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type * as sqlite from 'node:sqlite'

/** Another live process is using the data folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
  readonly folder: string

  constructor(folder: string, holder: string | undefined) {
    super(
      `DATA_DIR ${folder} is in use by another process${holder === undefined ? '' : ` (${holder})`}: stop it, or choose another folder`,
    )
    this.folder = folder
  }
}

export type DataFolderLock = { readonly release: () => void }

const SQLITE_BUSY = 5
// The garbage collector closes a file that nothing refers to, which releases its lock.
const heldFiles = new Set<sqlite.DatabaseSync>()

/**
 * Locks the data folder for this process, creating it if missing; throws `DataFolderInUse` when another process has it.
 *
 * Node has no file locks, but its built-in SQLite uses the operating system's: they are exclusive between processes and
 * between containers on one machine, and the system drops them when the process ends, however it ends. On a network
 * file system they are as good as its lock service. A process loses the lock when any of its other handles to the file
 * is closed, so nothing else may open `heddle.lock`.
 *
 * With `waitMs` it waits that long for the holder to release it, blocking the thread.
 */
export function lockDataFolder(folder: string, { waitMs = 0 }: { readonly waitMs?: number } = {}): DataFolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const note = join(folder, 'heddle.pid')
  const file = openLockFile(join(folder, 'heddle.lock'), waitMs)
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error
    throw new DataFolderInUse(folder, readNote(note))
  }
  heldFiles.add(file)
  writeFileSync(note, `pid ${process.pid} on ${hostname()}\n`)
  return {
    release: () => {
      if (!heldFiles.delete(file)) return
      rmSync(note, { force: true })
      file.close()
    },
  }
}

function openLockFile(path: string, waitMs: number): sqlite.DatabaseSync {
  const { DatabaseSync } = loadSqlite()
  return new DatabaseSync(path, { timeout: waitMs })
}

/** Loading the module warns that it is experimental, which means nothing to an operator: we use only its file lock. */
function loadSqlite(): typeof sqlite {
  // oxlint-disable-next-line typescript/unbound-method -- restored as it was, never called
  const warn = process.emitWarning
  process.emitWarning = () => undefined
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = warn
  }
}

function readNote(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch {
    // The holder has the lock but has not written its note yet; the message leaves it out.
    return undefined
  }
}
