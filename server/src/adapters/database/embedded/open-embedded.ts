import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { lockDataFolder } from '../data-folder-lock.ts'
import { GuardedPool } from '../guarded-pool.ts'
import type { OpenPool } from '../open-pool.ts'
import { prepareRepeated } from '../prepare-repeated.ts'
import type { TransactionScope } from '../transaction-scope.ts'
import { ensureEmbeddedFolder } from './embedded-folder.ts'
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts'
import { startUpkeep } from './upkeep.ts'

type Options = {
  readonly dataDir: string
  readonly connectTimeoutMs: number
  readonly scope: TransactionScope
  readonly logger: Logger
  readonly onLost: (error: Error) => void
}

/** Where the database is in a data folder. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'database')

/** Opens the embedded database in `dataDir`, which belongs to this process alone until `close`. */
export async function openEmbedded({ dataDir, connectTimeoutMs, scope, logger, onLost }: Options): Promise<OpenPool> {
  const lock = lockDataFolder(dataDir)
  try {
    const folder = embeddedFolder(dataDir)
    const onLog = (line: string): void => logger.debug(line)
    await ensureEmbeddedFolder(folder, onLog)
    const server = await startEmbeddedServer(folder, { onLog, onLost })
    const pool = connectPool(server, connectTimeoutMs, scope)
    pool.on('connect', prepareRepeated)
    pool.on('error', (error) => logger.warn({ err: error }, 'the connection to the embedded database was lost'))
    const upkeep = startUpkeep(pool, (error) => logger.warn({ err: error }, 'upkeep of the embedded database failed'))
    return {
      pool,
      product: 'PGlite',
      copyTo: (to) => server.copyTo(embeddedFolder(to)),
      close: async () => {
        await upkeep.stop()
        await server.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * One connection, because there is one session. Its stream never leaves the process, so name and password are a
 * formality.
 */
function connectPool(server: EmbeddedServer, connectTimeoutMs: number, scope: TransactionScope): Pool {
  return new GuardedPool(
    {
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: connectTimeoutMs,
      stream: server.openStream,
      ssl: false,
      host: 'embedded',
      user: 'postgres',
      password: '',
      database: 'postgres',
    },
    scope,
  )
}
