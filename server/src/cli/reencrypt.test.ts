import { expect, it } from 'vitest'
import { pino } from 'pino'
import { CANARY_KEY, createCanary } from '../adapters/secrets/canary.ts'
import { createRootKey } from '../adapters/secrets/root-key.ts'
import { createSecretBox, keyIdOf } from '../adapters/secrets/secret-box.ts'
import { Secret } from '../adapters/secrets/secret.ts'
import { writeInstanceSetting } from '../platform/instance/instance-settings.ts'
import { readConfig } from '../config/read-config.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { createTestStorage } from '../testing/test-storage.ts'
import { SEALED_COLUMNS } from '../compose/features.ts'
import { reencrypt } from './reencrypt.ts'
import { controllerConnectionsFeature } from '../features/controller-connections/index.ts'

const [OLD, NEW] = ['the first key 0123456789 abcdefghij', 'the next key 0123456789 abcdefghijk']

it('re-encrypts every secret with the new key, after which the old one is not needed', async () => {
  const storage = await createTestStorage()
  const before = await startTestApp({ storage, env: { SECRET_KEY: OLD } })
  const { body } = await before.admin.post('/api/controller/connections/', {
    name: 'x',
    host: '127.0.0.1:1',
    username: 'u',
    password: 'kept safe',
  })
  await before.stop()
  const lines: string[] = []
  const read = readConfig({ ...storage.env, SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD })
  if (!read.ok) throw new Error(read.problems.join())

  const status = await reencrypt({
    config: read.config,
    logger: pino({ level: 'silent' }),
    args: [],
    print: (line) => lines.push(line),
    readInput: async () => '',
  })
  const after = await startTestApp({ storage, env: { SECRET_KEY: NEW } })
  const row = await after.app.features.of(controllerConnectionsFeature).find(body.id)

  expect(status).toBe(0)
  expect(lines.find((line) => line.startsWith('controller_connections.'))).toContain('1 re-encrypted')
  expect(lines.join()).not.toContain('kept safe')
  expect(after.app.features.of(controllerConnectionsFeature).targetOf(row!).password?.reveal()).toBe('kept safe')
  await after.stop()
  await storage.remove()
})

it('moves what was sealed under an unstretched short key to the stretched one', async () => {
  const short = 'short key'
  const storage = await createTestStorage()
  const { app, ...first } = await startTestApp({ storage, env: { SECRET_KEY: short } })
  const { body } = await first.admin.post('/api/controller/connections/', {
    name: 'x',
    host: '127.0.0.1:1',
    username: 'u',
    password: 'kept safe',
  })
  // As an earlier version left it.
  const earlier = createSecretBox({ current: createRootKey(new Secret(short)) })
  const sealed = earlier.seal('kept safe', { table: 'controller_connections', column: 'password_sealed', row: body.id })
  await app.platform.database.pool.query('update controller_connections set password_sealed = $1', [sealed])
  await writeInstanceSetting(app.platform.database.db, CANARY_KEY, createCanary(earlier))
  await first.stop()
  const lines: string[] = []
  const read = readConfig({ ...storage.env, SECRET_KEY: short })
  if (!read.ok) throw new Error(read.problems.join())

  const upgraded = await startTestApp({ storage, env: { SECRET_KEY: short } })
  const passwordOf = async ({ features }: typeof app): Promise<string | undefined> => {
    const connections = features.of(controllerConnectionsFeature)
    const row = await connections.find(body.id)
    return connections.targetOf(row!).password?.reveal()
  }
  const before = await passwordOf(upgraded.app)
  await upgraded.stop()
  const options = { config: read.config, logger: pino({ level: 'silent' }), args: [], readInput: async () => '' }
  const status = await reencrypt({ ...options, print: (line) => lines.push(line) })
  const moved = await startTestApp({ storage, env: { SECRET_KEY: short } })

  expect([status, before, await passwordOf(moved.app)]).toEqual([0, 'kept safe', 'kept safe'])
  expect(lines.find((line) => line.startsWith('controller_connections.'))).toContain('1 re-encrypted')
  expect(lines.at(-1)).not.toContain(keyIdOf(sealed))
  await moved.stop()
  await storage.remove()
})

it('knows every column that holds sealed secrets', async () => {
  const database = await createTestDatabase()
  const { rows } = await database.pool.query<{ place: string }>(
    `select table_name || '.' || column_name as place from information_schema.columns where table_schema = 'public' and column_name like '%\\_sealed' order by 1`,
  )

  expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(rows.map(({ place }) => place))
  await database.drop()
})
