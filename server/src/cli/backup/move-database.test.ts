import { expect, it } from 'vitest'
import { type Database, openDatabase } from '../../adapters/database/database.ts'
import { contentOf } from '../../testing/backup/content-of.ts'
import { createEmptyPlace } from '../../testing/backup/empty-place.ts'
import { KEY, runCommand } from '../../testing/backup/run-command.ts'
import { takeEntries } from '../../testing/backup/take-entries.ts'
import { copyEmbeddedTemplate } from '../../testing/embedded-template.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { databaseKinds, MIGRATIONS } from '../../testing/test-database.ts'
import { moveDatabase } from './move-database.ts'
import { resume } from './resume.ts'

type Env = Readonly<Record<string, string>>

const start = (env: Env) => startTestApp({ storage: { env, remove: () => undefined }, env: { SECRET_KEY: KEY } })

async function at<T>(env: Env, read: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url: env['DATABASE_URL'], dataDir: env['DATA_DIR']! })
  return read(database).finally(database.close)
}

it('moves a stopped service to another database and back; the old one is not used by accident', async () => {
  const dataDir = await copyEmbeddedTemplate(MIGRATIONS)
  const source = { DATA_DIR: dataDir }
  const there = await createEmptyPlace(databaseKinds().at(-1)!)
  const { DATABASE_URL: url } = there.env
  const [moved, target] =
    url === undefined ? [there.env, there.env['DATA_DIR']!] : [{ ...source, DATABASE_URL: url }, url]
  const before = await start(source)
  await before.userOf('editor')
  const whileRunning = await runCommand(moveDatabase, [target], source).catch(String)
  await before.app.stop()
  const content = await at(source, contentOf)

  const { status, text } = await runCommand(moveDatabase, ['--stdin'], source, target)
  const entries = await at(moved, (database) => takeEntries(database, 'database_move'))
  const contentThere = await at(moved, contentOf)
  const sourceStart = await start(source).catch(String)
  const after = await start(moved)
  const profile = await after.admin.get('/api/auth/profile/')
  await after.app.stop()
  const back = temporaryFolder()
  const returned = await runCommand(moveDatabase, [back], moved)
  const contentBack = await at({ DATA_DIR: back }, contentOf)
  const resumed = await runCommand(resume, [], source)
  const again = await start(source)
  const log = await again.admin.get('/api/audit/logs/?action=database_resume')
  await again.app.stop()
  await there.remove()

  expect(whileRunning).toContain('the service is running')
  expect({ status, text }).toEqual({ status: 0, text: expect.stringMatching(/^Moved to .*: \d+ rows in \d+ tables/) })
  expect({ ...contentThere, instance_settings: '' }).toEqual({ ...content, instance_settings: '' })
  const from = `the embedded database in ${dataDir}`
  expect(entries).toMatchObject([
    {
      username: 'operator command',
      description: `The database was moved here by an operator command from ${from}`,
      metadata: { from },
    },
  ])
  expect(sourceStart).toContain(
    `this database was moved to ${url === undefined ? 'the embedded database' : 'PostgreSQL at'}`,
  )
  expect(profile.body).toMatchObject({ username: 'admin' })
  expect(returned.text).toContain(`Start the service without DATABASE_URL, with DATA_DIR=${back}`)
  expect(Object.keys(contentBack)).toEqual(Object.keys(content))
  expect(resumed.text).toContain('can be used again')
  expect(log.body.results).toMatchObject([
    {
      username: 'operator command',
      description: expect.stringMatching(
        /^An operator command put this database back into use after it was moved to \S+.* at 20/,
      ),
      metadata: { standstill: { kind: 'moved' }, discarded_mails: 0 },
    },
  ])
}, 120_000)
