import { BackupError } from '../../adapters/backup/backup-error.ts'
import { dumpDatabase } from '../../adapters/backup/dump-database.ts'
import { ARCHIVE_FORMAT, type Manifest } from '../../adapters/backup/manifest.ts'
import { writeArchive } from '../../adapters/backup/write-archive.ts'
import type { Database } from '../../adapters/database/database.ts'
import { CANARY_KEY } from '../../adapters/secrets/canary.ts'
import { VERSION } from '../../kernel/product-version.ts'
import { readInstanceSetting } from '../../platform/instance/instance-settings.ts'
import { readWaitingJobs } from '../../platform/jobs/saved-jobs.ts'

/** Writes everything the database holds at this moment into one file. */
export async function takeBackup(database: Database, file: string): Promise<Manifest> {
  const { rows } = await database.pool.query<{ is_there: boolean }>(
    `select to_regclass('applied_migrations') is not null as is_there`,
  )
  if (!rows[0]?.is_there) throw new BackupError('the database is empty: the service was never started on it')
  const canary = await readInstanceSetting(database.db, CANARY_KEY)
  const client = await database.pool.connect()
  try {
    return await writeArchive(file, async (archive) => ({
      format: ARCHIVE_FORMAT,
      created_at: new Date().toISOString(),
      program_version: VERSION,
      source: database.kind,
      secret_canary: typeof canary === 'string' ? canary : null,
      ...(await dumpDatabase(client, archive, readWaitingJobs)),
    }))
  } finally {
    client.release()
  }
}
