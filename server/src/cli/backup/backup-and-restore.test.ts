import { readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { type Database, openDatabase } from '../../adapters/database/database.ts'
import { createRootKey } from '../../adapters/secrets/root-key.ts'
import { CANARY_KEY, createCanary } from '../../adapters/secrets/canary.ts'
import { createSecretBox } from '../../adapters/secrets/secret-box.ts'
import { Secret } from '../../adapters/secrets/secret.ts'
import { VERSION } from '../../kernel/product-version.ts'
import { writeInstanceSetting } from '../../platform/instance/instance-settings.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { createJobs } from '../../platform/jobs/jobs.ts'
import { contentOf } from '../../testing/backup/content-of.ts'
import { createEmptyPlace, type EmptyPlace } from '../../testing/backup/empty-place.ts'
import { KEY, runCommand as run } from '../../testing/backup/run-command.ts'
import { takeEntries } from '../../testing/backup/take-entries.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { Type } from 'typebox'
import { readLastBackup } from '../../platform/instance/last-backup.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import { takeBackup } from './take-backup.ts'

const logger = pino({ level: 'silent' })
const jobOfTests = defineJob({
  name: 'job-of-tests',
  payload: Type.Object({ id: Type.Integer() }),
  timeoutMs: 60_000,
  retries: 3,
})

/** Values that are easily changed on the way, and rows that refer to each other. */
async function fill(database: Database): Promise<void> {
  const box = createSecretBox({ current: createRootKey(new Secret(KEY)) })
  await writeInstanceSetting(database.db, CANARY_KEY, createCanary(box))
  await writeInstanceSetting(database.db, 'installation_id', 'of the source')
  await database.pool.query(`
    insert into users (id, username, email, permissions, preferences, date_joined, updated_at) overriding system value
    values (7, E'line\\u2028break\\n"quoted"\\\\', '{"x"}', array['a,b', 'NULL', '', '{"'], '{"n": 1e400, "t": "\\u2028"}',
            '2026-01-02 03:04:05.678+05:30', 'infinity');
    insert into query_categories (name, parent_id) values ('root', null), ('child', 1), ('grandchild', 2);
    insert into mail_outbox (id, recipient, subject, created_at)
    select gen_random_uuid(), 'someone@example.org', repeat(n || ' ', n % 500), now() from generate_series(1, 3000) n`)
  const jobs = createJobs({
    database,
    bus: createInProcessBus(logger),
    clock: createManualClock(),
    logger,
    works: false,
  })
  jobs.register(jobOfTests, async () => undefined, { onGivenUp: async () => undefined })
  await jobs.prepare()
  await jobs.send(jobOfTests, { id: 1 })
  await jobs.send(jobOfTests, { id: 2 }, { startAfter: new Date('2100-01-01T00:00:00Z') })
  await jobs.stop({ graceMs: 0 })
  await database.pool.query(`update heddle_jobs.job set state = 'active' where data ->> 'id' = '1'`)
}

const openPlace = ({ env }: EmptyPlace): Promise<Database> =>
  openDatabase({ url: env['DATABASE_URL'], dataDir: env['DATA_DIR']! })

for (const kind of databaseKinds()) {
  describe(`a backup of the ${kind} database`, () => {
    let source: TestDatabase
    let file: string
    let takenAt: string
    let content: Record<string, string>
    const folder = createEmptyPlace('embedded')
    beforeAll(async () => {
      source = await createTestDatabase({ kind })
      await fill(source)
      file = join((await folder).env['DATA_DIR']!, 'backup.zip')
      content = await contentOf(source)
      ;({ created_at: takenAt } = await takeBackup(source, file))
    }, 120_000)
    afterAll(async () => {
      await source.drop()
      await (await folder).remove()
    })

    // Creating an embedded database takes seconds, so each kind is read once and filled once.
    const target = kind === 'embedded' ? databaseKinds().at(-1)! : 'embedded'
    it(`is restored with every value into the ${target} database, which is paused and takes no other`, async () => {
      const place = await createEmptyPlace(target)

      const { status, text } = await run(restore, [file], place.env)
      const restored = await openPlace(place)
      const entries = await takeEntries(restored, 'database_restore')
      const after = await contentOf(restored)
      const { rows: settings } = await restored.pool.query(
        `select key, value from instance_settings where key in ('${CANARY_KEY}', 'installation_id', 'standstill') order by key`,
      )
      const { rows: jobs } = await restored.pool.query(
        `select name, state, data, retry_limit, dead_letter, start_after > '2099-01-01' as is_later from heddle_jobs.job order by data ->> 'id'`,
      )
      const { rows: next } = await restored.pool.query(
        `insert into query_categories (name) values ('next') returning id`,
      )
      await restored.close()
      const again = await run(restore, [file], place.env).catch(String)
      await place.remove()

      expect(again).toContain(target === 'embedded' ? 'there is a database in' : 'the database is not empty')
      expect(status).toBe(0)
      expect(text).toContain('It is paused')
      expect({ ...after, instance_settings: '' }).toEqual({ ...content, instance_settings: '' })
      expect(entries).toEqual([
        {
          username: 'operator command',
          user_id: null,
          category: 'admin_action',
          description: `The database was restored by an operator command from a backup of ${takenAt}`,
          metadata: { backup: { created_at: takenAt, program_version: VERSION, source: kind } },
        },
      ])
      expect(settings).toEqual([
        { key: CANARY_KEY, value: expect.any(String) },
        { key: 'standstill', value: { kind: 'paused', since: expect.any(String) } },
      ])
      const job = { name: jobOfTests.name, state: 'created', retry_limit: 3, dead_letter: 'job-of-tests.given-up' }
      expect(jobs).toEqual([
        { ...job, data: { id: 1 }, is_later: false },
        { ...job, data: { id: 2 }, is_later: true },
      ])
      expect(next).toEqual([{ id: 4 }])
    })

    it('is noted once the command has taken it', async () => {
      const place = await createEmptyPlace(kind)
      await run(restore, [file], place.env)

      const { status } = await run(backup, [join(temporaryFolder(), 'next.zip')], place.env)
      const database = await openPlace(place)
      const noted = await readLastBackup(database.db)
      await database.close()
      await place.remove()

      expect(status).toBe(0)
      expect(noted).toEqual({ taken_at: expect.any(String), program_version: VERSION })
    })

    it('is refused with the wrong key, and nothing is written', async () => {
      const place = await createEmptyPlace(kind)

      const wrong = run(restore, [file], { ...place.env, SECRET_KEY: 'another key 0123456789 abcdefghijk' })
      await expect(wrong).rejects.toThrow('SECRET_KEY: not the key that this backup was set up with')
      await expect(run(restore, [file], { ...place.env, SECRET_KEY: '' })).rejects.toThrow('has no secret.key')

      expect(await readdir(place.env['DATA_DIR']!)).toEqual([])
      await place.remove()
    })

    it('is refused when it is damaged or was cut off', async () => {
      const whole = readFileSync(file)
      const damaged = join(temporaryFolder(), 'damaged.zip')
      const flipped = Buffer.from(whole)
      flipped[Math.floor(whole.length / 2)]! ^= 0xff

      for (const bytes of [
        whole.subarray(0, whole.length - 100),
        whole.subarray(0, whole.length / 2),
        flipped,
        Buffer.alloc(0),
      ]) {
        writeFileSync(damaged, bytes)
        await expect(run(restore, [damaged], { DATA_DIR: temporaryFolder() })).rejects.toThrow('damaged or was cut off')
      }
    })
  })
}
