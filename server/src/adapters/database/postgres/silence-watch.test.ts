import { describe, expect, it, onTestFinished } from 'vitest'
import { Client } from 'pg'
import { SECOND } from '../../../kernel/durations.ts'
import { startTcpProxy } from '../../../testing/tcp-proxy.ts'
import { type Activity, askActivity } from './ask-activity.ts'
import { SILENCE_LIMITS, watchSilence } from './silence-watch.ts'

const url = process.env['TEST_DATABASE_URL'] ?? ''
if (!url) console.warn('TEST_DATABASE_URL is not set: silent connections to PostgreSQL are NOT tested')

const QUICK = { tickMs: 20, suspectMs: 60, giveUpMs: 200 }

/** A watched connection through a proxy, and what the server was asked. */
async function setUp({
  ask = (pids: readonly number[]): Promise<Activity> => askActivity(url, pids, SECOND),
  isKnown = true,
} = {}) {
  const { hostname, port } = new URL(url)
  const proxy = await startTcpProxy({ host: hostname, port: Number(port || 5432) })
  onTestFinished(() => proxy.close())
  const asked: (readonly number[])[] = []
  const watch = watchSilence((pids) => {
    asked.push(pids)
    return ask(pids)
  }, QUICK)
  onTestFinished(() => watch.stop())
  const client = new Client({ connectionString: Object.assign(new URL(url), { host: `127.0.0.1:${proxy.port}` }).href })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.connection.stream.destroy() as unknown as void)
  watch.add(client)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (isKnown) watch.identify(client, rows[0]!.pid)
  return { proxy, client, watch, asked }
}

describe.skipIf(!url)('a connection to PostgreSQL that goes silent', () => {
  it('is given up as soon as the server says that it does nothing for it', async () => {
    const { proxy, client, asked } = await setUp()
    proxy.silence()

    await expect(client.query('select 1')).rejects.toMatchObject({ name: 'ConnectionSilent' })

    expect(asked).toHaveLength(1)
  })

  it('is given up when its answer is lost', async () => {
    const { proxy, client } = await setUp()
    const slow = client.query('select pg_sleep(0.1)')
    proxy.silence()

    await expect(slow).rejects.toMatchObject({ name: 'ConnectionSilent' })
  })

  it('is believed while the server works on its statement, however long that takes', async () => {
    const { client, asked } = await setUp()
    const failures: unknown[] = []

    client.query('select pg_sleep(20)').catch((error: unknown) => failures.push(error))

    // It is asked about again only if it was believed before.
    await expect.poll(() => asked.length).toBeGreaterThan(2)
    expect(failures).toEqual([])
  })

  it('is given up when the server does not answer on a new connection either', async () => {
    const { proxy, client } = await setUp({ ask: async () => 'unreachable' })
    proxy.stall()

    await expect(client.query('select 1')).rejects.toMatchObject({ name: 'ConnectionSilent' })
  })

  it('is given up at its limit behind a pooler, where the server cannot know it', async () => {
    const { client } = await setUp({ isKnown: false })

    await expect(client.query('select pg_sleep(5)')).rejects.toMatchObject({ name: 'ConnectionSilent' })
  })

  it('is given up later when a long statement was announced', async () => {
    const { client, watch } = await setUp({ isKnown: false })
    const disallow = watch.allow(client, 5 * SECOND)

    await client.query('select pg_sleep(0.4)')
    disallow()

    await expect(client.query('select pg_sleep(5)')).rejects.toMatchObject({ name: 'ConnectionSilent' })
  })

  it('may be idle for as long as it likes', async () => {
    const { client, asked } = await setUp()
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, 5 * QUICK.suspectMs)
    await promise

    await client.query('select 1')

    expect(asked).toEqual([])
  })
})

it('a silent connection is given up within 15 s, however long the server takes to say so', () => {
  const { tickMs, suspectMs, giveUpMs } = SILENCE_LIMITS
  const askMs = 4 * SECOND

  expect(Math.max(suspectMs + askMs, giveUpMs) + 2 * tickMs).toBeLessThan(15 * SECOND)
})
