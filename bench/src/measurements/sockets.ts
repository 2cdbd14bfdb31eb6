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

const FRAME = { type: 'notification_created', timestamp: new Date(0).toISOString(), data: { id: ADMIN.username.repeat(7), ...NOTICE } }

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
    const ours = await openOurs(server, count)
    const floor = await openSockets(bare.call, Array.from<string>({ length: count }).fill(await bare.call.url()))
    const contestants = {
      heddle: () => broadcasts(ours.readers, () => server.program.call.notifyAll()),
      floor: () => broadcasts(floor.readers, () => bare.call.broadcast(JSON.stringify(FRAME))),
    }
    await alternate(1, contestants)
    const sent = await alternate(rounds, contestants)
    for (const { readers } of [ours, floor]) {
      await readers.call.close()
      await readers.stop()
    }
    await bare.stop()
    await server.stop()
    const delays = delayLines(count, delaysOf(sent.heddle), delaysOf(sent.floor))
    return [...delays, callLine(sent.heddle.flat()), ...memoryLines(count, ours, floor)]
  },
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

/** Opens each socket as a different user, who signs in and gets a ticket. */
async function openOurs(server: TestServer, count: number): Promise<Opened> {
  const names = [...(await server.program.call.addUsers(count))]
  const tokens: string[] = []
  const lane = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) tokens.push(await signIn(server.url, { ...ADMIN, username: name }))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return openSockets(server.program.call, tokens, (token) => urlWithTicket(server, token))
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
