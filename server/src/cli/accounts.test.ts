import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config/read-config.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { createTestStorage, type TestStorage } from '../testing/test-storage.ts'
import { createSuperuser, resetPassword } from './accounts.ts'
import type { CommandOptions } from './command.ts'

const KEY = 'a key of the tests 0123456789 abcdef'
let storage: TestStorage
beforeEach(async () => {
  storage = await createTestStorage()
})
afterEach(() => storage.remove())

async function run(command: (options: CommandOptions) => Promise<number>, args: string[], input = '') {
  const read = readConfig({ ...storage.env, SECRET_KEY: KEY })
  if (!read.ok) throw new Error(read.problems.join())
  const lines: string[] = []
  const status = await command({
    config: read.config,
    logger: pino({ level: 'silent' }),
    args,
    print: (line) => lines.push(line),
    readInput: async () => input,
  })
  return { status, text: lines.join('\n') }
}

const start = () => startTestApp({ storage, env: { SECRET_KEY: KEY } })
const shownPassword = (text: string) => /not shown again: (\S+)/.exec(text)![1]!

describe('reset-password', () => {
  it('sets a random password, shows it once, ends every session and leaves an entry', async () => {
    const before = await start()
    const access = before.admin.access
    await before.stop()

    const { status, text } = await run(resetPassword, ['admin'])

    const after = await start().catch((error: unknown) => String(error))
    expect(status).toBe(0)
    // The test app signs in with the old password.
    expect(after).toContain('login of admin: 401')
    expect(text).toContain('All sessions of "admin" have ended.')
    expect(shownPassword(text).length).toBeGreaterThanOrEqual(20)
    expect(access).toBeDefined()
  })

  it('reads a password from standard input, and checks it against the rules', async () => {
    await (await start()).stop()

    const weak = await run(resetPassword, ['admin', '--stdin'], 'short')
    const strong = await run(resetPassword, ['admin', '--stdin'], 'correct horse battery')
    const app = await start()
    const { body } = await app.admin.get('/api/audit/logs/?action=user_password_reset')
    await app.stop()

    expect(weak).toMatchObject({ status: 1, text: expect.stringContaining('at least 10') })
    expect(strong.status).toBe(0)
    expect(strong.text).not.toContain('correct horse')
    expect(body.results[0]).toMatchObject({
      username: 'operator command',
      description: 'User "admin" had their password changed by an operator command',
    })
  })

  it('reports an unknown user and wrong arguments', async () => {
    await (await start()).stop()

    expect(await run(resetPassword, ['nobody'])).toEqual({ status: 1, text: 'There is no user "nobody".' })
    expect((await run(resetPassword, [])).status).toBe(2)
    await expect(run(resetPassword, ['admin', '--force'])).rejects.toThrow('--force')
  })
})

describe('create-superuser', () => {
  it('creates an account with all rights, even on an empty database', async () => {
    const { status, text } = await run(
      createSuperuser,
      ['root', 'root@example.org', '--stdin'],
      'correct horse battery',
    )
    const app = await startTestApp({ storage, env: { SECRET_KEY: KEY, ADMIN_USERNAME: 'root' }, username: 'root' })
    const { body } = await app.admin.get('/api/auth/profile/')
    await app.stop()

    expect({ status, text }).toEqual({ status: 0, text: 'Superuser "root" was created.' })
    expect(body).toMatchObject({ username: 'root', is_superuser: true, group_names: ['Administrators'] })
  })

  it('rejects a taken name and an invalid address', async () => {
    await (await start()).stop()

    expect(await run(createSuperuser, ['ADMIN', 'x@example.org'])).toMatchObject({
      status: 1,
      text: expect.stringContaining('taken'),
    })
    expect(await run(createSuperuser, ['other', 'no address'])).toMatchObject({
      status: 1,
      text: expect.stringContaining('e-mail'),
    })
  })
})
