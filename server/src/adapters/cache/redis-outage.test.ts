import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SECOND } from '../../kernel/durations.ts'
import { CacheUnavailable } from '../../kernel/errors.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts'
import { openCache, type SharedCache } from './open-cache.ts'
import type { StreamEntry } from './streams.ts'

const redisUrl = process.env['TEST_REDIS_URL']
const keep = { ttlMs: 60 * SECOND, maxLength: 100 }
const closing: (() => Promise<void>)[] = []

async function open(
  url: string,
  keyPrefix: string,
  lines: string[] = [],
  clock = createManualClock(),
): Promise<SharedCache> {
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const shared = await openCache({
    redisUrl: url,
    keyPrefix,
    clock,
    logger,
    startTimeoutMs: 300,
    commandTimeoutMs: 300,
  })
  closing.push(shared.close)
  return shared
}

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

describe('without Redis at the start', () => {
  it('fails in time, with one line that names the variable and the address but not the password', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    server.close()

    const opening = open(`redis://:hunter2@127.0.0.1:${port}`, 'x:')

    await expect(opening).rejects.toMatchObject({
      name: 'CacheUnavailable',
      message: expect.stringMatching(
        new RegExp(`^REDIS_URL: cannot use Redis at 127.0.0.1:${port}: [^\n]*ECONNREFUSED`),
      ),
    })
    await expect(opening).rejects.not.toMatchObject({ message: expect.stringContaining('hunter2') })
  })

  it('fails in time when the server never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    closing.push(async () => void silent.close())
    const { port } = silent.address() as { port: number }

    await expect(open(`redis://127.0.0.1:${port}`, 'x:')).rejects.toMatchObject({ name: 'CacheUnavailable' })
  })
})

describe.skipIf(redisUrl === undefined)('when Redis is lost', () => {
  async function setUp() {
    const { hostname, port, password } = new URL(redisUrl ?? '')
    const proxy: TcpProxy = await startTcpProxy({ host: hostname, port: Number(port) })
    closing.push(proxy.close)
    const keyPrefix = `heddle-test-${randomUUID()}:`
    const lines: string[] = []
    const clock = createManualClock()
    const shaky = await open(`redis://:${password}@127.0.0.1:${proxy.port}`, keyPrefix, lines, clock)
    const steady = await open(redisUrl ?? '', keyPrefix)
    return { proxy, shaky, steady, lines, clock }
  }

  it.each(['cut', 'stall'] as const)('operations fail quickly and recover automatically (%s)', async (outage) => {
    const { proxy, shaky } = await setUp()
    await shaky.cache.set('before', 1, { ttlMs: 60 * SECOND })
    proxy[outage]()
    const startedMs = performance.now()

    const failures = await Promise.all(
      [
        shaky.cache.get('before'),
        shaky.cache.increment('count', keep),
        shaky.counters.admit('rate', { intervalMs: 1, burst: 1 }),
        shaky.streams.append('s', 1, keep),
        shaky.ping(),
      ].map((operation) => operation.then(String, (error: unknown) => error)),
    )
    const tookMs = performance.now() - startedMs
    proxy.restore()

    expect(failures.map((failure) => (failure instanceof Error ? failure.name : failure))).toEqual(
      Array(5).fill('CacheUnavailable'),
    )
    expect(tookMs).toBeLessThan(SECOND)
    await vi.waitFor(async () => expect(await shaky.cache.get('before')).toBe(1), { timeout: 10 * SECOND })
  })

  it('a connection that goes silent is replaced after a few unanswered commands', async () => {
    const { proxy, shaky } = await setUp()
    proxy.silence()

    const first = await shaky.cache.get('x').then(String, (error: unknown) => error)

    expect(first).toBeInstanceOf(CacheUnavailable)
    await vi.waitFor(async () => expect(await shaky.cache.get('x')).toBeUndefined(), { timeout: 5 * SECOND })
  })

  it('a connection that only listens and goes silent is replaced too, and streams catch up', async () => {
    const { proxy, shaky, steady, clock } = await setUp()
    const heard: unknown[] = []
    shaky.bus.subscribe('topic', (payload) => void heard.push(payload))
    await shaky.streams.streamFrom('run', ({ frame }) => heard.push(frame))
    proxy.silence()
    await steady.streams.append('run', 'missed', keep)

    await clock.advance(5 * SECOND)

    await vi.waitFor(
      async () => {
        await steady.bus.publish('topic', 'heard')
        expect(heard).toEqual(expect.arrayContaining(['missed', 'heard']))
      },
      { timeout: 5 * SECOND },
    )
  })

  it('a follower catches up on what it missed, in order, and continues', async () => {
    const { proxy, shaky, steady, lines } = await setUp()
    const heard: StreamEntry[] = []
    await steady.streams.append('run', 1, keep)
    await shaky.streams.streamFrom('run', (entry) => heard.push(entry))
    proxy.cut()

    for (const frame of [2, 3]) await steady.streams.append('run', frame, keep)
    proxy.restore()
    await vi.waitFor(() => expect(heard).toHaveLength(3), { timeout: 10 * SECOND })
    await steady.streams.append('run', 4, keep)

    await vi.waitFor(() => expect(heard.map(({ frame }) => frame)).toEqual([1, 2, 3, 4]), 20_000)
    expect(lines.filter((line) => line.includes('lost the connection to Redis'))).toHaveLength(2)
  })

  it('publishing still reaches this process and logs the failure, and the bus recovers', async () => {
    const { proxy, shaky, steady, lines } = await setUp()
    const heard: unknown[] = []
    shaky.bus.subscribe('topic', (payload) => void heard.push(payload))
    proxy.cut()

    await shaky.bus.publish('topic', 'own')
    const duringOutage = [...heard]
    proxy.restore()

    expect(duringOutage).toEqual(['own'])
    expect(lines.join()).toContain('an event did not reach other processes')
    await vi.waitFor(
      async () => {
        await steady.bus.publish('topic', 'from outside')
        expect(heard).toContain('from outside')
      },
      { timeout: 10 * SECOND },
    )
  })

  it('losing the connection again while reconnecting does no harm', async () => {
    const { proxy, shaky, steady, lines } = await setUp()
    const heard: unknown[] = []
    shaky.bus.subscribe('topic', (payload) => void heard.push(payload))
    let cutsLeft = 4
    // Connected but not yet subscribed again: the worst moment.
    lines.push = (line) => {
      if (line.includes('connected to Redis again') && cutsLeft-- > 0) proxy.cut()
      return 0
    }

    proxy.cut()
    await vi.waitFor(
      () => {
        proxy.restore()
        expect(cutsLeft).toBeLessThan(0)
      },
      { timeout: 20 * SECOND, interval: 20 },
    )

    await vi.waitFor(
      async () => {
        await steady.bus.publish('topic', 'from outside')
        expect(heard).toContain('from outside')
      },
      { timeout: 10 * SECOND },
    )
  })
})
