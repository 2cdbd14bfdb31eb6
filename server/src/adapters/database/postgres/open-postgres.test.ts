import { describe, expect, it, onTestFinished } from 'vitest'
import { pino } from 'pino'
import { startTcpProxy, type TcpProxy } from '../../../testing/tcp-proxy.ts'
import { type Database, openDatabase } from '../database.ts'
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

    const error: unknown = await openDatabase({ url: withPassword, dataDir: '', startTimeoutMs: 100 }).catch((caught: unknown) => caught)

    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect(String(error)).toMatch(new RegExp(`DATABASE_URL 127\\.0\\.0\\.1:${proxy.port}/\\w*: no answer within 0\\.1 s: .+$`))
    expect(String(error)).not.toContain('secret')
  })

  it('does not wait for a database that does not exist', async () => {
    const target = changed((it) => (it.pathname = '/heddle_no_such_database'))

    await expect(openDatabase({ url: target, dataDir: '' })).rejects.toThrow('database "heddle_no_such_database" does not exist')
  })

  it('recovers automatically after a network outage', async () => {
    const { proxy, proxied } = await startProxy()
    const database = closing(await openDatabase({ url: proxied, dataDir: '' }))

    proxy.cut()
    await expect(database.ping()).rejects.toThrow()
    proxy.restore()

    await database.ping()
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
})
