import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BackupError } from '../../adapters/backup/backup-error.ts'
import type { Manifest } from '../../adapters/backup/manifest.ts'
import { openArchive } from '../../adapters/backup/read-archive.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Config } from '../../config/config.ts'
import type { AuditRecord } from '../../features/audit/index.ts'
import { endStandstill, setStandstill } from '../../platform/instance/standstill.ts'
import { type CommandOptions, quietly, usage } from '../command.ts'
import { describeContent } from './backup.ts'
import { checkKeyOf } from './check-key.ts'
import { openSource, openStopped } from './open-source.ts'
import { configuredPlace, describePlace, fillPlace, type TargetPlace } from './open-target.ts'
import { checkVersion, restoreArchive } from './restore-archive.ts'
import { takeBackup } from './take-backup.ts'

/** Copies everything from the configured database to another one, and keeps the old one from being used by accident. */
export async function moveDatabase(options: CommandOptions): Promise<number> {
  const place = await readPlace(options)
  if (!place) return usage(options, 'move-database <url of PostgreSQL> | embedded | <folder> | --stdin')
  const quiet = quietly(options)
  const source = await openUnused(quiet)
  try {
    const manifest = await withMark(source, describePlace(place), () => copyTo(place, source, quiet))
    options.print(`Moved to ${describePlace(place)}: ${describeContent(manifest)}.`)
    options.print(adviceFor(place, options.config))
    options.print('The old database is as it was, but the service no longer starts on it.')
    return 0
  } finally {
    await source.close()
  }
}

async function readPlace({ args, config, readInput, print }: CommandOptions): Promise<TargetPlace | undefined> {
  const [target, ...more] = args
  if (target === undefined || more.length > 0) return undefined
  const text = target === '--stdin' ? await readInput() : target
  if (text === 'embedded') return { dataDir: config.dataDir }
  if (!/^postgres(ql)?:/.test(text)) return text.startsWith('--') ? undefined : { dataDir: resolve(text) }
  if (target !== '--stdin' && URL.canParse(text) && new URL(text).password !== '')
    print('The password was visible in the list of processes: pass the URL on standard input with --stdin.')
  return { url: text }
}

/** What is written while it is being copied would be lost. */
async function openUnused({ config, logger }: Pick<CommandOptions, 'config' | 'logger'>): Promise<Database> {
  const source = config.database.url ? await openSource({ config, logger }) : await openStopped({ config, logger })
  if (!source)
    throw new BackupError(`the service is running on DATA_DIR ${config.dataDir}: stop it before its database is moved`)
  if (source.kind === 'embedded') return source
  const connections = await countOthers(source)
  if (connections === 0) return source
  await source.close()
  throw new BackupError(
    `the service is running: it has ${connections} connections to the database; stop all of its processes first`,
  )
}

// The server notices only after a moment that a process which has just ended is gone.
const LOOKS = 10
const LOOK_AGAIN_MS = 200

async function countOthers({ pool }: Database): Promise<number> {
  for (let look = 1; ; look += 1) {
    const { rows } = await pool.query<{ n: string }>(
      `select count(*) as n from pg_stat_activity
       where datname = current_database() and application_name like 'heddle%' and pid <> pg_backend_pid()`,
    )
    const count = Number(rows[0]?.n)
    if (count === 0 || look === LOOKS) return count
    await delay(LOOK_AGAIN_MS)
  }
}

/** The mark comes first, so that no process starts on the source meanwhile. */
async function withMark<T>(source: Database, to: string, work: () => Promise<T>): Promise<T> {
  await setStandstill(source.db, { kind: 'moved', since: new Date().toISOString(), to })
  try {
    return await work()
  } catch (error) {
    await endStandstill(source.db)
    throw error
  }
}

async function copyTo(
  place: TargetPlace,
  source: Database,
  { config, logger }: Pick<CommandOptions, 'config' | 'logger'>,
): Promise<Manifest> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const file = join(config.dataDir, `move-${randomUUID()}.zip`)
  try {
    await takeBackup(source, file)
    const archive = await openArchive(file)
    try {
      checkVersion(archive)
      await checkKeyOf(archive.manifest, { config, logger })
      const entry = entryFor(describePlace(configuredPlace(config)))
      await fillPlace(place, logger, (database) => restoreArchive({ database, archive, mode: 'move', entry, logger }))
      return archive.manifest
    } finally {
      archive.close()
    }
  } finally {
    rmSync(file, { force: true })
  }
}

const entryFor = (from: string): AuditRecord => ({
  action: 'database_move',
  description: `The database was moved here by an operator command from ${from}`,
  metadata: { from },
})

function adviceFor(place: TargetPlace, { dataDir, secretKeys }: Config): string {
  const key = secretKeys.current === undefined ? ` Keep ${join(dataDir, 'secret.key')}: it opens the secrets.` : ''
  if ('url' in place) return `Start the service with DATABASE_URL set to it.${key}`
  return `Start the service without DATABASE_URL, with DATA_DIR=${place.dataDir}.${key}`
}
