import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { withMigrations } from '../../adapters/backup/earlier-migrations.ts'
import { tableEntry } from '../../adapters/backup/manifest.ts'
import { openArchive } from '../../adapters/backup/read-archive.ts'
import { type Database, openDatabase } from '../../adapters/database/database.ts'
import { readMigrations } from '../../adapters/database/read-migrations.ts'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { FOLLOW_UP_JOBS } from '../../features/automation/index.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { createJobs } from '../../platform/jobs/jobs.ts'
import { createEmptyPlace } from '../../testing/backup/empty-place.ts'
import { runCommand } from '../../testing/backup/run-command.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createTestDatabase, databaseKinds, MIGRATIONS } from '../../testing/test-database.ts'
import { fillPlace } from './open-target.ts'
import { checkVersion, restoreArchive } from './restore-archive.ts'
import { restore } from './restore.ts'
import { takeBackup } from './take-backup.ts'

const kind = databaseKinds().at(-1)!
const logger = pino({ level: 'silent' })
const followUp = defineJob({ name: FOLLOW_UP_JOBS[0]!, payload: Type.Object({}), timeoutMs: 60_000 })
const TAGS = readMigrations(MIGRATIONS).map(({ tag }) => tag)

/** A backup of a database with one user and one category, at the migrations of the program or fewer. */
async function backUp(
  tags = TAGS,
  more: (source: Database) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const file = join(temporaryFolder(), 'backup.zip')
  await withMigrations(MIGRATIONS, new Set(tags), async (migrations) => {
    const source = await createTestDatabase({ kind, migrations })
    await source.pool.query(`
      insert into users (username, email, date_joined, updated_at) values ('ada', 'ada@example.org', now(), now());
      insert into query_categories (name, created_by) values ('kept', 1)`)
    await more(source)
    await takeBackup(source, file).finally(source.drop)
  })
  return file
}

it('brings an older backup up to date', async () => {
  const file = await backUp(TAGS.slice(0, -2))
  const place = await createEmptyPlace(kind)

  const { status } = await runCommand(restore, [file], place.env)

  const database = await openDatabase({ url: place.env['DATABASE_URL'], dataDir: place.env['DATA_DIR']! })
  const { rows: applied } = await database.pool.query<{ tag: string }>(
    'select tag from applied_migrations order by tag',
  )
  const { rows: categories } = await database.pool.query('select name from query_categories')
  await database.close()
  await place.remove()
  expect(status).toBe(0)
  expect(applied.map(({ tag }) => tag)).toEqual(TAGS)
  expect(categories).toEqual([{ name: 'kept' }])
}, 60_000)

it('refuses a newer backup, and one with other migrations', async () => {
  const archive = await openArchive(await backUp())
  const { migrations } = archive.manifest
  archive.close()
  const withManifest = (changed: typeof migrations) => () =>
    checkVersion({ ...archive, manifest: { ...archive.manifest, migrations: changed } })

  expect(withManifest([...migrations, { tag: '9999_later', hash: '' }])).toThrow(
    'the backup is newer than this program',
  )
  expect(withManifest(migrations.map(({ tag }) => ({ tag, hash: 'other' })))).toThrow('is not the one that')
})

it('a copy does not launch what waited in the source, which may have launched it since', async () => {
  const file = await backUp(TAGS, async (source) => {
    await source.pool.query(`
      insert into automation_requests (id, template_id, template, username, status, comment, row_count, execution_count, warnings,
        source_snapshot_ids, created_at)
      values (gen_random_uuid(), gen_random_uuid(), '{}', 'ada', 'pending', '', 1, 2, '[]', '{}', now());
      insert into automation_executions (id, request_id, position, connection_id, job_template_id, extra_vars, status, launch, warnings,
        transitions, created_at)
      select gen_random_uuid(), id, n, gen_random_uuid(), 1, '{}', 'pending', case n when 1 then 'launched' else 'queued' end, '[]', '[]', now()
      from automation_requests, generate_series(1, 2) n`)
    const jobs = createJobs({
      database: source,
      bus: createInProcessBus(logger),
      clock: createManualClock(),
      logger,
      works: false,
    })
    jobs.register(followUp, async () => undefined, { onGivenUp: async () => undefined })
    await jobs.prepare()
    await jobs.send(followUp, {})
    await jobs.stop({ graceMs: 0 })
  })
  const place = await createEmptyPlace(kind)

  await runCommand(restore, [file], place.env)

  const database = await openDatabase({ url: place.env['DATABASE_URL'], dataDir: place.env['DATA_DIR']! })
  const { rows: launches } = await database.pool.query(
    'select launch, launch_started_at <= now() as is_begun from automation_executions order by position',
  )
  const { rows: waiting } = await database.pool.query('select name, state from heddle_jobs.job')
  await database.close()
  await place.remove()
  expect(launches).toEqual([
    { launch: 'launched', is_begun: null },
    { launch: 'launching', is_begun: true },
  ])
  expect(waiting).toEqual([{ name: `${followUp.name}.given-up`, state: 'created' }])
}, 60_000)

it('leaves nothing behind when it fails half-way', async () => {
  const archive = await openArchive(await backUp())
  const place = await createEmptyPlace(kind)
  const { DATABASE_URL: url, DATA_DIR: dataDir } = place.env
  // A reference to a user that is not there is found when all rows are in.
  async function* rows(entry: string): AsyncGenerator {
    if (entry !== tableEntry('users')) yield* archive.rows(entry)
  }
  const target = url === undefined ? { dataDir: dataDir! } : { url }
  const manifest = {
    ...archive.manifest,
    tables: archive.manifest.tables.map((one) => (one.name === 'users' ? { ...one, rows: 0 } : one)),
  }

  const failing = fillPlace(target, logger, (database) =>
    restoreArchive({
      database,
      archive: { ...archive, manifest, rows },
      mode: 'copy',
      entry: { action: 'database_restore', description: '' },
      logger,
    }),
  )

  await expect(failing).rejects.toThrow('violates foreign key constraint')
  const left =
    url === undefined ? readdirSync(dataDir!).filter((name) => name !== 'heddle.lock') : await listTablesAt(url)
  archive.close()
  await place.remove()
  expect(left).toEqual([])
}, 60_000)

async function listTablesAt(url: string): Promise<unknown[]> {
  const database = await openDatabase({ url, dataDir: '' })
  const { rows } = await database.pool.query(
    `select relname from pg_class where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`,
  )
  await database.close()
  return rows
}
