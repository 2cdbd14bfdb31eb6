import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import type { SocketChannel, Subscriber } from './channel.ts'

const opened: Subscriber[] = []
const closed: string[] = []
/** A channel with every outcome, chosen by its parameter. */
const channel: SocketChannel = {
  path: '/ws/test/:what/',
  open: async (subscriber, { what }) => {
    if (what === 'forbidden') return { status: 'forbidden' }
    if (what === 'missing') return { status: 'not_found' }
    if (what === 'broken') throw new Error('a bug in the channel')
    opened.push(subscriber)
    subscriber.send({ type: 'replayed', data: { what } })
    return { status: 'open', close: () => void closed.push(what!) }
  },
}
const clock = createManualClock(new Date())
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ channels: [channel], clock })
})
afterAll(() => app.stop())

async function ticket(): Promise<string> {
  const user = await app.userOf('viewer')
  const { body } = await user.post('/api/ws-ticket/')
  expect(body).toEqual({ ticket: expect.any(String), expires_in: 60 })
  return body.ticket
}

describe('tickets', () => {
  it('open a channel once', async () => {
    const pass = await ticket()
    const first = app.socket(`/ws/test/hello/?ticket=${pass}`)
    const frame = await first.next()
    const second = app.socket(`/ws/test/hello/?ticket=${pass}`)

    expect(frame).toEqual({
      type: 'replayed',
      data: { what: 'hello' },
      timestamp: expect.stringMatching(/\.\d{3}\+00:00$/),
    })
    expect(await second.closed).toBe(4001)
    first.close()
  })

  it.each(['/ws/test/slash', '/ws/test/slash/'])('open %s, because a trailing slash is optional', async (path) => {
    const socket = app.socket(`${path}?ticket=${await ticket()}`)

    expect(await socket.next()).toMatchObject({ data: { what: 'slash' } })
    socket.close()
  })

  it('admit exactly one of many concurrent connections', async () => {
    const pass = await ticket()
    const sockets = Array.from({ length: 8 }, () => app.socket(`/ws/test/race/?ticket=${pass}`))

    const outcomes = await Promise.all(
      sockets.map((socket) => Promise.race([socket.next().then(() => 'open'), socket.closed])),
    )

    expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 4001)).toHaveLength(7)
    for (const socket of sockets) socket.close()
  })

  it('expire after a minute', async () => {
    const pass = await ticket()
    await clock.advance(MINUTE)

    expect(await app.socket(`/ws/test/late/?ticket=${pass}`).closed).toBe(4001)
  })

  it.each(['', '?ticket=', '?ticket=made-up'])('are required: the query "%s" is refused', async (query) => {
    expect(await app.socket(`/ws/test/hello/${query}`).closed).toBe(4001)
  })

  it('are not logged', async () => {
    const pass = await ticket()
    const socket = app.socket(`/ws/test/log/?ticket=${pass}`)
    await socket.next()
    socket.close()
    await socket.closed

    expect(app.log()).not.toContain(pass)
  })
})

describe('close codes', () => {
  it.each([
    ['/ws/test/forbidden/', 4003],
    ['/ws/test/missing/', 4004],
    ['/ws/unheard-of/', 4004],
    ['/ws/test/', 4004],
    ['/ws/test/hello/more/', 4004],
    [`/ws/test/${'x'.repeat(600)}/`, 4004],
    ['/ws/test/broken/', 1011],
  ])('%s is closed with %i', async (path, code) => {
    expect(await app.socket(`${path}?ticket=${await ticket()}`).closed).toBe(code)
  })

  it('1000 follows a finished stream', async () => {
    const socket = app.socket(`/ws/test/stream/?ticket=${await ticket()}`)
    await socket.next()
    opened.at(-1)!.close('finished')

    expect(await socket.closed).toBe(1000)
  })
})

describe('an open socket', () => {
  it('is pinged, and its own messages are ignored', async () => {
    const socket = app.socket(`/ws/test/ping/?ticket=${await ticket()}`)
    await socket.next()
    socket.raw.send('{"type":"anything"}')
    await clock.advance(30_000)

    expect(await socket.next()).toEqual({ type: 'ping', timestamp: expect.any(String) })
    socket.close()
  })

  it('is closed with 4001 at the next ping when its session has ended', async () => {
    const user = await app.userOf('viewer')
    const { body } = await user.post('/api/ws-ticket/')
    const socket = app.socket(`/ws/test/revoked/?ticket=${body.ticket}`)
    await socket.next()
    await app.app.platform.database.pool.query('update users set is_active = false where id = $1', [user.id])
    await clock.advance(30_000)

    expect(await socket.closed).toBe(4001)
  })

  it('is cut off with 1011 when it does not read', async () => {
    const socket = app.socket(`/ws/test/slow/?ticket=${await ticket()}`)
    await socket.next()
    socket.raw.pause()
    const big = 'x'.repeat(100_000)
    const slow = opened.at(-1)!
    for (let n = 0; n < 2_000 && !closed.includes('slow'); n++) {
      slow.send({ type: 'filler', data: { big } })
      if (n % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    socket.raw.resume()

    expect([1006, 1011]).toContain(await socket.closed)
  })

  it('unsubscribes when it closes', async () => {
    const socket = app.socket(`/ws/test/goodbye/?ticket=${await ticket()}`)
    await socket.next()
    socket.close()
    await socket.closed

    await expect.poll(() => closed).toContain('goodbye')
  })
})
