import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openDatabase } from '../adapters/database/database.ts'
import { migrate } from '../adapters/database/migrate.ts'
import { hashOfMigrations } from './migrations-hash.ts'
import { shouldKeepDatabase, type TestDatabase } from './keep-database.ts'

const TEMPLATE_LOCK = 4_771_337_053

/** Creates a database from the migrated template and opens it. */
export async function createPostgresTestDatabase(url: string, migrations: string): Promise<TestDatabase> {
  const own = await copyPostgresTemplate(url, migrations)
  const database = await openDatabase({ url: own.url, dataDir: '' })
  return {
    ...database,
    drop: async () => {
      await database.close()
      await own.drop()
    },
  }
}

/**
 * A new database created from the migrated template, or from one on which a server has started, on the server of `url`;
 * nothing is connected to it yet. Unless it is durable, no commit waits for the disk of that server, which no test
 * turns off: the tests wait a fraction as long.
 */
export async function copyPostgresTemplate(
  url: string,
  migrations: string,
  { isDurable = false, isStarted = false } = {},
): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const migrated = `heddle_template_${hashOfMigrations(migrations)}`
  const template = isStarted ? `${migrated}_started` : migrated
  const name = `heddle_test_${randomBytes(6).toString('hex')}`
  await asAdmin(url, async (admin) => {
    await ensureTemplate(admin, url, migrated, async (databaseUrl) => {
      const database = await openDatabase({ url: databaseUrl, dataDir: '' })
      await migrate(database, migrations).finally(database.close)
    })
    if (isStarted) await ensureTemplate(admin, url, template, startOn, migrated)
    await admin.query(`create database ${name} template ${template}`)
    if (!isDurable) await admin.query(`alter database ${name} set synchronous_commit to off`)
  })
  const own = withDatabase(url, name)
  return {
    url: own,
    drop: async () => {
      if (!shouldKeepDatabase(own)) await asAdmin(url, (admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}

/**
 * Test files run in several processes: one builds under the lock, the others wait for it. The final name is given last,
 * so it always refers to a complete template.
 */
async function ensureTemplate(
  admin: Client,
  url: string,
  template: string,
  build: (databaseUrl: string) => Promise<void>,
  from = 'template1',
): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount !== 0) return
    const unfinished = `${template}_unfinished`
    await admin.query(`drop database if exists ${unfinished} with (force)`)
    await admin.query(`create database ${unfinished} template ${from}`)
    await build(withDatabase(url, unfinished))
    await admin.query(`alter database ${unfinished} rename to ${template}`)
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
  }
}

async function startOn(databaseUrl: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-template-'))
  const { startOnce } = await import('./first-start.ts')
  try {
    await startOnce({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, { url: databaseUrl, dataDir: '' })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

async function asAdmin(url: string, work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
