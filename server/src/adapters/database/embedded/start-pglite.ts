import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { Programs } from './compile-programs.ts'
import { DurableFolder } from './durable-folder.ts'

type Listener = {
  readonly onLog: (line: string) => void
  /** Called from inside the failing call, which may never return. */
  readonly onPanic: (reason: string) => void
}

const SETTINGS = [
  // The driver has an fsync but no fdatasync, PostgreSQL's default.
  'wal_sync_method=fsync',
  // Saves 110 MB of memory over the default; the operating system caches the files anyway.
  'shared_buffers=16MB',
  // A large log serves no purpose without a checkpointer, see upkeep.ts.
  'max_wal_size=128MB',
  'min_wal_size=32MB',
  // Statement errors go to the caller; their text can hold values that do not belong in a log.
  'log_min_messages=log',
  'log_min_error_statement=panic',
]

/** Starts the database in `folder`, creating one when the folder is empty. */
export async function startPGlite(folder: string, programs: Programs, { onLog, onPanic }: Listener): Promise<PGlite> {
  const hear = (line: string): boolean => {
    if (/\bPANIC: |^Aborted\(/.test(line)) onPanic(line)
    else if (line.trim() !== '') onLog(line)
    return false
  }
  const pglite = await PGlite.create({
    fs: new DurableFolder(folder),
    pgliteWasmModule: programs.postgres,
    initdbWasmModule: programs.initdb,
    extensions: { pg_trgm },
    // `-F` would turn syncing off.
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...SETTINGS.flatMap((setting) => ['-c', setting]),
    ],
    onStdout: hear,
    onStderr: hear,
  })
  reportCrashes(pglite, onPanic)
  return pglite
}

const QUERY_FAILED_STATUS = 100

/**
 * PGlite treats every exception from the database as a failed query and calls the database again, endlessly once it has
 * crashed. The exit status distinguishes the two.
 */
function reportCrashes(pglite: PGlite, onPanic: (reason: string) => void): void {
  const module = pglite.Module
  const run = module._PostgresMainLoopOnce.bind(module)
  module._PostgresMainLoopOnce = () => {
    try {
      run()
    } catch (error) {
      if (!isFailedQuery(error)) onPanic(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
      throw error
    }
  }
}

const isFailedQuery = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === QUERY_FAILED_STATUS
