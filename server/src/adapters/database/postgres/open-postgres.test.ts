import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pino } from 'pino'
import { sql } from 'drizzle-orm'
import { startTcpProxy, type TcpProxy } from '../../../testing/tcp-proxy.ts'
import { type Database, openDatabase } from '../database.ts'
import { databaseOutage } from '../../../kernel/database-errors.ts'
import { DatabaseUnavailable } from './await-postgres.ts'

const url = process.env['TEST_DATABASE_URL'] ?? ''
if (!url) console.warn('TEST_DATABASE_URL is not set: the connection to PostgreSQL is NOT tested')

async function startProxy(): Promise<{ proxy: TcpProxy; proxied: string }> {
  const { hostname, port } = new URL(url)
  const proxy = await startTcpProxy({ host: hostname, port: Number(port || 5432) })
  onTestFinished(() => proxy.close())
  const proxied = new URL(url)
  proxied.host = `127.0.0.1:${proxy.port}`
  return { proxy, proxied: proxied.href }
}

const changed = (change: (target: URL) => void): string => {
  const target = new URL(url)
  change(target)
  return target.href
}

function closing(database: Database): Database {
  onTestFinished(() => database.close())
  return database
}

describe.skipIf(!url)('the connection to PostgreSQL', () => {
  it('waits for a server that is not up yet, and logs it', async () => {
    const { proxy, proxied } = await startProxy()
    const lines: string[] = []
    const logger = pino(
      {},
      {
        write: (line: string) => {
          lines.push(line)
          proxy.restore()
        },
      },
    )
    proxy.cut()

    const database = closing(await openDatabase({ url: proxied, dataDir: '', logger }))

    await database.ping()
    expect(lines[0]).toContain(`waiting for the database 127.0.0.1:${proxy.port}/`)
  })

  it('gives up in one line that names the database, not the password', async () => {
    const { proxy, proxied } = await startProxy()
    proxy.cut()
    const withPassword = proxied.replace(/\/\/[^@]*@/, '//someone:a-secret@')

    const error: unknown = await openDatabase({ url: withPassword, dataDir: '', startTimeoutMs: 100 }).catch(
      (caught: unknown) => caught,
    )

    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect(String(error)).toMatch(
      new RegExp(`DATABASE_URL 127\\.0\\.0\\.1:${proxy.port}/\\w*: no answer within 0\\.1 s: .+$`),
    )
    expect(String(error)).not.toContain('secret')
  })

  it('does not wait for a database that does not exist', async () => {
    const target = changed((it) => (it.pathname = '/heddle_no_such_database'))

    await expect(openDatabase({ url: target, dataDir: '' })).rejects.toThrow(
      'database "heddle_no_such_database" does not exist',
    )
  })

  it('recovers automatically after a network outage', async () => {
    const { proxy, proxied } = await startProxy()
    const database = closing(await openDatabase({ url: proxied, dataDir: '' }))

    proxy.cut()
    await expect(database.ping()).rejects.toThrow()
    proxy.restore()

    await database.ping()
  })

  it('waits for a connection while the server gives no more', async () => {
    const admin = closing(await openDatabase({ url, dataDir: '' }))
    const role = `heddle_test_${randomBytes(4).toString('hex')}`
    await admin.pool.query(`create role ${role} login password 'of-a-test' connection limit 1`)
    onTestFinished(async () => {
      await admin.pool.query(`drop role ${role}`)
    })
    const limited = closing(
      await openDatabase({
        url: changed((it) => Object.assign(it, { username: role, password: 'of-a-test' })),
        dataDir: '',
      }),
    )

    const answers = await Promise.all(Array.from({ length: 5 }, () => limited.pool.query('select 1')))

    expect(answers).toHaveLength(5)
  })

  it('replaces a connection that was lost inside a transaction', async () => {
    const database = closing(await openDatabase({ url, dataDir: '', poolSize: 1 }))

    const outcome = database.transaction((tx) => tx.execute('select pg_terminate_backend(pg_backend_pid())'))

    await expect(outcome).rejects.toThrow()
    await database.ping()
  })

  it('sets its application name', async () => {
    const database = closing(await openDatabase({ url, dataDir: '' }))

    expect((await database.pool.query('show application_name')).rows).toEqual([{ application_name: 'heddle' }])
  })

  it('limits statements and idle transactions, and lets announced ones take longer', async () => {
    const database = closing(await openDatabase({ url, dataDir: '' }))
    const limits = sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`

    const usual = (await database.db.execute(limits)).rows
    const long = await database.transaction(async (tx) => (await tx.execute(limits)).rows, { hasLongStatements: true })
    const after = (await database.db.execute(limits)).rows

    expect([usual, long, after]).toEqual([
      [{ statement: '30s', idle: '1min' }],
      [{ statement: '30min', idle: '0' }],
      [{ statement: '30s', idle: '1min' }],
    ])
  })

  it('replaces a connection whose server became a read-only standby', async () => {
    const database = closing(await openDatabase({ url, dataDir: '', poolSize: 1 }))
    const backend = async () => (await database.pool.query('select pg_backend_pid() as pid')).rows
    const before = await backend()

    const outcome = database.transaction(async (tx) => {
      await tx.execute(sql`set transaction read only`)
      await tx.execute(sql`create table never (id int)`)
    })

    await expect(outcome.catch(databaseOutage)).resolves.toBe('25006')
    expect(await backend()).not.toEqual(before)
  })
})
