import { drizzle } from 'drizzle-orm/node-postgres'
import type { Logger } from 'pino'
import { BackupError } from '../../adapters/backup/backup-error.ts'
import { isEmptySchema } from '../../adapters/backup/catalog.ts'
import { withMigrations } from '../../adapters/backup/earlier-migrations.ts'
import { loadTables } from '../../adapters/backup/load-database.ts'
import { JOBS_ENTRY } from '../../adapters/backup/manifest.ts'
import type { Archive } from '../../adapters/backup/read-archive.ts'
import type { Database } from '../../adapters/database/database.ts'
import { migrate, MigrationMismatch } from '../../adapters/database/migrate.ts'
import { readMigrations } from '../../adapters/database/read-migrations.ts'
import { CASING, type Transaction } from '../../adapters/database/transactions.ts'
import { INSTALLATION_KEY, MIGRATIONS } from '../../compose/open-adapters.ts'
import { type AuditRecord, createAuditRecorder } from '../../features/audit/index.ts'
import { FOLLOW_UP_JOBS, holdQueuedLaunches } from '../../features/automation/index.ts'
import { deleteInstanceSetting } from '../../platform/instance/instance-settings.ts'
import { endStandstill, setStandstill } from '../../platform/instance/standstill.ts'
import { givenUpQueue } from '../../platform/jobs/queues.ts'
import { removeJobs, restoreJobs } from '../../platform/jobs/saved-jobs.ts'
import { actAs, OPERATOR } from '../../platform/request-scope.ts'

/**
 * `copy`: the source may have gone on since, so the copy starts quiet, and what changes a network is not started again.
 * `move`: the source stands still, so everything goes on where it was.
 */
export type RestoreMode = 'copy' | 'move'

type Target = {
  readonly database: Database
  readonly archive: Archive
  readonly mode: RestoreMode
  /** What the audit log of the filled database says about it. */
  readonly entry: AuditRecord
  readonly logger: Logger
}

/** Refuses what this program cannot have written. */
export function checkVersion({ manifest }: Archive): void {
  const known = new Map(readMigrations(MIGRATIONS).map(({ tag, hash }) => [tag, hash]))
  for (const { tag, hash } of manifest.migrations) {
    if (!known.has(tag)) throw new MigrationMismatch(`the backup is newer than this program: it has migration ${tag}`)
    if (known.get(tag) !== hash)
      throw new MigrationMismatch(`migration ${tag} is not the one that the database of the backup had`)
  }
}

/** Fills an empty database, and brings it up to date. If that fails, the database is empty again. */
export async function restoreArchive({ database, archive, mode, entry, logger }: Target): Promise<void> {
  const client = await database.pool.connect()
  try {
    if (!(await isEmptySchema(client)))
      throw new BackupError('the database is not empty: a backup is restored into an empty one only')
    await removeJobs(client)
  } finally {
    client.release()
  }
  try {
    const queueFor = mode === 'copy' ? withoutFollowUps : (queue: string) => queue
    await restoreJobs({ database, logger }, { jobs: archive.rows(JOBS_ENTRY), queueFor })
    await fillTables({ database, archive, mode, entry, logger })
  } catch (error) {
    await removeJobs(database.pool).catch(() => undefined)
    throw error
  }
}

/** A follow-up that was waiting may have happened at the source since: the owner of the task is notified instead. */
const withoutFollowUps = (queue: string): string => (FOLLOW_UP_JOBS.includes(queue) ? givenUpQueue(queue) : queue)

/** All in one transaction, so a restore that fails leaves nothing behind. */
async function fillTables({ database, archive, mode, entry, logger }: Target): Promise<void> {
  const client = await database.pool.connect()
  try {
    await drizzle({ client, casing: CASING }).transaction(async (tx) => {
      const here = { transaction: <T>(work: (inside: Transaction) => Promise<T>) => work(tx) }
      const tags = new Set(archive.manifest.migrations.map(({ tag }) => tag))
      await withMigrations(MIGRATIONS, tags, (earlier) => migrate(here, earlier, logger))
      await loadTables(client, archive)
      await migrate(here, MIGRATIONS, logger)
      await begin(tx, archive, mode)
      await actAs(OPERATOR, () => createAuditRecorder({ now: () => new Date() }).record(tx, entry))
    })
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function begin(tx: Transaction, { manifest }: Archive, mode: RestoreMode): Promise<void> {
  // Two installations with one id would read each other's tickets in a Redis that they share.
  await deleteInstanceSetting(tx, INSTALLATION_KEY)
  await endStandstill(tx)
  if (mode === 'move') return
  await holdQueuedLaunches(tx, new Date(manifest.created_at))
  await setStandstill(tx, { kind: 'paused', since: new Date().toISOString() })
}
