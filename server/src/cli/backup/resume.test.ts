import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../adapters/database/database.ts'
import { setStandstill } from '../../platform/instance/standstill.ts'
import { KEY, runCommand } from '../../testing/backup/run-command.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createTestStorage } from '../../testing/test-storage.ts'
import { resume } from './resume.ts'

const SINCE = '2026-11-22T06:30:00.125Z'

/** A paused copy in which three mails wait. */
async function createPausedCopy(): Promise<Readonly<Record<string, string>>> {
  const { env, remove } = await createTestStorage()
  onTestFinished(() => remove())
  const database = await openDatabase({ url: env['DATABASE_URL'], dataDir: env['DATA_DIR']! })
  await setStandstill(database.db, { kind: 'paused', since: SINCE })
  await database.pool.query(`
    insert into mail_outbox (id, recipient, subject, created_at)
    select gen_random_uuid(), 'someone@example.org', 'waits', now() from generate_series(1, 3)`)
  await database.close()
  return env
}

async function start(env: Readonly<Record<string, string>>): Promise<TestApp> {
  const app = await startTestApp({ storage: { env, remove: () => undefined }, env: { SECRET_KEY: KEY } })
  onTestFinished(() => app.stop())
  return app
}

it('a running copy goes on, tells its users, and says in the audit log what became of waiting mails', async () => {
  const env = await createPausedCopy()
  const { admin, log, userOf } = await start(env)
  const viewer = await userOf('viewer')
  const pausedSince = async () => (await viewer.get('/api/auth/profile/')).body.paused_since
  const before = await pausedSince()

  const { status } = await runCommand(resume, ['--discard-mails'], env)
  const again = await runCommand(resume, ['--discard-mails'], env)

  const { body } = await admin.get('/api/audit/logs/?action=database_resume')
  expect([before, await pausedSince()]).toEqual(['2026-11-22T06:30:00.125+00:00', null])
  expect([status, again.status]).toEqual([0, 0])
  expect(body.results).toMatchObject([
    {
      username: 'operator command',
      user_id: null,
      category: 'admin_action',
      description: `An operator command resumed this restored copy, paused since ${SINCE}; waiting mails and messages discarded: 3`,
      metadata: { standstill: { kind: 'paused', since: SINCE }, discarded_mails: 3 },
    },
  ])
  await vi.waitFor(() => expect(log()).toContain('"resumed"'), 10_000)
})

it('a stopped copy goes on at its next start, with its mails', async () => {
  const env = await createPausedCopy()

  const { text } = await runCommand(resume, [], env)

  const { app, admin } = await start(env)
  const { body } = await admin.get('/api/audit/logs/?action=database_resume')
  expect(text).toContain('Running services go on within seconds')
  expect(body.results).toMatchObject([
    {
      description: `An operator command resumed this restored copy, paused since ${SINCE}`,
      metadata: { discarded_mails: 0 },
    },
  ])
  expect(await app.platform.database.pool.query(`select 1 from mail_outbox where state = 'failed'`)).toMatchObject({
    rows: [],
  })
})
