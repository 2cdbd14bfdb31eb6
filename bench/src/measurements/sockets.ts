import { setTimeout as pause } from 'node:timers/promises'
import { alternate } from '../alternate.ts'
import { type Line, mb, type Measurement, ms, times } from '../measurement.ts'
import { NOTICE } from '../programs/notices.ts'
import type { Memory } from '../programs/own-usage.ts'
import { type Running, startProgram } from '../start-program.ts'
import { percentile } from '../statistics.ts'
import { ADMIN, signIn, startTestServer, type TestServer } from '../test-server.ts'

const LIMIT_MS = 250
const BROADCASTS_A_ROUND = 5
const LANES = 8
const OPENED_TOGETHER = 100
// Long enough for the work after a notice, such as the new counts, to finish before the next one.
const REST_MS = 500

// Two rounds of pings, each of which reads every session.
const IDLE_MS = 60_000
const SOCKETS_OF_A_USER = 3

const FRAME = {
  type: 'notification_created',
  timestamp: new Date(0).toISOString(),
  data: { id: ADMIN.username.repeat(7), ...NOTICE },
}

/** A server's memory before and after opening sockets, and the process at their other ends. */
type Opened = { readonly readers: Running<'socket-readers'>; readonly before: Memory; readonly after: Memory }

type Call = { readonly calledAt: number; readonly returnedAt: number }
/** One notice: how long the call took, and for each socket the time from the call to the frame. */
type Broadcast = { readonly returnedAfter: number; readonly delays: readonly number[] }

export const sockets: Measurement = {
  name: 'sockets',
  title: 'A notice to all open sockets of one process, embedded database',
  run: async ({ rounds, quick }) => {
    const count = quick ? 200 : 1_000
    const server = await startTestServer()
    const bare = await startProgram('bare-sockets', undefined)
    const tokens = await signInUsers(server, count)
    const ours = await openOurs(server, tokens)
    const floor = await openSockets(bare.call, Array.from<string>({ length: count }).fill(await bare.call.url()))
    const contestants = {
      heddle: () => broadcasts(ours.readers, () => server.program.call.notifyAll()),
      floor: () => broadcasts(floor.readers, () => bare.call.broadcast(JSON.stringify(FRAME))),
    }
    await alternate(1, contestants)
    const sent = await alternate(rounds, contestants)
    await closeAll(floor)
    await bare.stop()
    const idle = await idleLine(server, tokens, ours)
    await server.stop()
    const delays = delayLines(count, delaysOf(sent.heddle), delaysOf(sent.floor))
    return [...delays, callLine(sent.heddle.flat()), ...memoryLines(count, ours, floor), idle]
  },
}

/**
 * What idle sockets cost: each is pinged, and its session is checked. The process is measured with them first, then
 * without, when all of its code has been compiled.
 */
async function idleLine(server: TestServer, tokens: readonly string[], ours: Opened): Promise<Line> {
  const more = await openOurs(
    server,
    tokens.flatMap((token) => Array.from<string>({ length: SOCKETS_OF_A_USER - 1 }).fill(token)),
  )
  const open = await cpuShare(server)
  await closeAll(ours, more)
  await pause(REST_MS)
  const alone = await cpuShare(server)
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`
  return {
    what: `CPU of the process with ${(tokens.length * SOCKETS_OF_A_USER).toLocaleString('en')} idle sockets, and without`,
    heddle: `${percent(open)}, ${percent(alone)} of a core`,
    target: 'at most 1 % more',
    passed: open - alone < 0.01,
  }
}

/** Which share of a core the process uses while nobody asks anything of it. */
async function cpuShare({ program }: TestServer): Promise<number> {
  const before = await program.call.cpuMs()
  await pause(IDLE_MS)
  return ((await program.call.cpuMs()) - before) / IDLE_MS
}

const delaysOf = (rounds: readonly (readonly Broadcast[])[]) => rounds.flat().flatMap(({ delays }) => delays)

function callLine(sent: readonly Broadcast[]): Line {
  const returned = sent.map(({ returnedAfter }) => returnedAfter)
  return {
    what: 'the call itself, until it has returned, p50 and longest',
    heddle: `${ms(percentile(returned, 0.5))}, ${ms(Math.max(...returned))}`,
  }
}

function delayLines(count: number, ours: readonly number[], floor: readonly number[]): Line[] {
  return [0.5, 0.99, 1].map((share) => {
    const [mine, theirs] = [percentile(ours, share), percentile(floor, share)]
    return {
      what: `from the call to the frame, ${count.toLocaleString('en')} users, ${share === 1 ? 'longest' : `p${share * 100}`}`,
      heddle: ms(mine),
      floor: ms(theirs),
      ratio: times(mine / theirs),
      ...(share === 0.99 && { target: `below ${LIMIT_MS} ms`, passed: mine < LIMIT_MS }),
    }
  })
}

function memoryLines(count: number, ours: Opened, floor: Opened): Line[] {
  const each = ({ before, after }: Opened) => `${(((after.heldMb - before.heldMb) / count) * 1024).toFixed(0)} kB`
  const resident = ({ before, after }: Opened) => `${mb(before.residentMb)}, ${mb(after.residentMb)}`
  return [
    { what: 'memory that a socket holds', heddle: each(ours), floor: each(floor) },
    { what: 'resident memory before they open, and after', heddle: resident(ours), floor: resident(floor) },
  ]
}

/** A session of each of as many users. */
async function signInUsers(server: TestServer, count: number): Promise<readonly string[]> {
  const names = [...(await server.program.call.addUsers(count))]
  const tokens: string[] = []
  const lane = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop())
      tokens.push(await signIn(server.url, { ...ADMIN, username: name }))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return tokens
}

/** A socket for each token. */
const openOurs = (server: TestServer, tokens: readonly string[]): Promise<Opened> =>
  openSockets(server.program.call, tokens, (token) => urlWithTicket(server, token))

async function closeAll(...opened: readonly Opened[]): Promise<void> {
  for (const { readers } of opened) {
    await readers.call.close()
    await readers.stop()
  }
}

async function urlWithTicket(server: TestServer, token: string): Promise<string> {
  const { ticket } = await server.post<{ ticket: string }>('/api/ws-ticket/', {}, `Bearer ${token}`)
  return `${server.url.replace('http', 'ws')}/ws/notifications/?ticket=${ticket}`
}

async function openSockets(
  server: { readonly memory: () => Promise<Memory> },
  given: readonly string[],
  urlOf: (one: string) => Promise<string> = async (url) => url,
): Promise<Opened> {
  const readers = await startProgram('socket-readers', undefined)
  const before = await server.memory()
  for (let start = 0; start < given.length; start += OPENED_TOGETHER) {
    const urls = await Promise.all(given.slice(start, start + OPENED_TOGETHER).map(urlOf))
    await readers.call.connect(urls)
  }
  await pause(REST_MS)
  return { readers, before, after: await server.memory() }
}

/** Sends several notices, one after the other. */
async function broadcasts(readers: Running<'socket-readers'>, send: () => Promise<Call>): Promise<Broadcast[]> {
  const sent: Broadcast[] = []
  for (let count = 0; count < BROADCASTS_A_ROUND; count++) {
    await readers.call.await(FRAME.type)
    const { calledAt, returnedAt } = await send()
    const arrivals = await readers.call.arrivals()
    sent.push({ returnedAfter: returnedAt - calledAt, delays: arrivals.map((arrivedAt) => arrivedAt - calledAt) })
    await pause(REST_MS)
  }
  return sent
}
