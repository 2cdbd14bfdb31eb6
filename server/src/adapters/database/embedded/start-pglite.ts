import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFolder } from './durable-folder.ts'

type Listener = {
  readonly onLog: (line: string) => void
  /** Called from inside the failing call, which may never return. */
  readonly onPanic: (reason: string) => void
}

const SETTINGS = [
  // The driver has an fsync but no fdatasync, PostgreSQL's first choice.
  'wal_sync_method=fsync',
  // 110 MB less memory than with the default; the files are in the operating system's cache anyway.
  'shared_buffers=16MB',
  // There is no checkpointer to fill a large log for, see upkeep.ts.
  'max_wal_size=128MB',
  'min_wal_size=32MB',
  // Errors of statements go to the caller; their text can hold values that do not belong in a log.
  'log_min_messages=log',
  'log_min_error_statement=panic',
]

/** Starts the database in `folder`, which it creates when it is empty. */
export async function startPGlite(folder: string, { onLog, onPanic }: Listener): Promise<PGlite> {
  const hear = (line: string): boolean => {
    if (/\bPANIC: |^Aborted\(/.test(line)) onPanic(line)
    else if (line.trim() !== '') onLog(line)
    return false
  }
  const pglite = await PGlite.create({
    fs: new DurableFolder(folder),
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
 * PGlite takes every exception out of the database for a failed query and calls again, for ever once the database has crashed. The exit status
 * tells the two apart.
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
