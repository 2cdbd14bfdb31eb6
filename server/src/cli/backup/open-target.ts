import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { BackupError } from '../../adapters/backup/backup-error.ts'
import { lockDataFolder } from '../../adapters/database/data-folder-lock.ts'
import { type Database, openDatabase } from '../../adapters/database/database.ts'
import { syncPath, syncTree } from '../../adapters/database/embedded/durable-folder.ts'
import { embeddedFolder } from '../../adapters/database/embedded/open-embedded.ts'
import type { Config } from '../../config/config.ts'

/** A place for restored data: PostgreSQL, or the embedded database in a data folder. */
export type TargetPlace = { readonly url: string } | { readonly dataDir: string }

/** What the environment names. */
export const configuredPlace = ({ database: { url }, dataDir }: Config): TargetPlace =>
  url ? { url: url.reveal() } : { dataDir }

/** Fills the empty database of this place. An embedded one appears complete or not at all. */
export async function fillPlace(
  place: TargetPlace,
  logger: Logger,
  fill: (database: Database) => Promise<void>,
): Promise<void> {
  if ('dataDir' in place) return fillFolder(place.dataDir, logger, fill)
  const database = await openDatabase({ url: place.url, dataDir: '', logger, poolSize: 3 })
  await fill(database).finally(database.close)
}

async function fillFolder(dataDir: string, logger: Logger, fill: (database: Database) => Promise<void>): Promise<void> {
  const lock = lockDataFolder(dataDir)
  const unfinished = join(dataDir, 'restore.unfinished')
  try {
    if (existsSync(embeddedFolder(dataDir)))
      throw new BackupError(`there is a database in ${dataDir} already: a backup is restored into an empty folder only`)
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    const database = await openDatabase({ dataDir: unfinished, logger })
    try {
      await fill(database)
      // Closing has a time limit, and would otherwise leave this to the next start.
      await database.pool.query('checkpoint')
    } finally {
      await database.close()
    }
    syncTree(embeddedFolder(unfinished))
    renameSync(embeddedFolder(unfinished), embeddedFolder(dataDir))
    syncPath(dirname(embeddedFolder(dataDir)))
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    lock.release()
  }
}

/** The place for people, without user and password. */
export function describePlace(place: TargetPlace): string {
  if ('dataDir' in place) return `the embedded database in ${place.dataDir}`
  if (!URL.canParse(place.url)) return 'PostgreSQL'
  const { host, pathname } = new URL(place.url)
  return `PostgreSQL at ${host}${pathname}`
}
