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
// What a notice leaves to do, such as the new counts, is over before the next one.
const REST_MS = 500

const FRAME = { type: 'notification_created', timestamp: new Date(0).toISOString(), data: { id: ADMIN.username.repeat(7), ...NOTICE } }

/** A server with open sockets, and the process that holds their other ends. */
type Opened = { readonly readers: Running<'socket-readers'>; readonly before: Memory; readonly after: Memory }

type Asked = { readonly askedAt: number; readonly returnedAt: number }
/** One notice: for each socket the time from the call to the frame. */
type Told = { readonly returnedAfter: number; readonly delays: readonly number[] }

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
    const told = await alternate(rounds, contestants)
    for (const { readers } of [ours, floor]) {
      await readers.call.close()
      await readers.stop()
    }
    await bare.stop()
    await server.stop()
    const delays = delayLines(count, delaysOf(told.heddle), delaysOf(told.floor))
    return [...delays, callLine(told.heddle.flat()), ...memoryLines(count, ours, floor)]
  },
}

const delaysOf = (rounds: readonly (readonly Told[])[]) => rounds.flat().flatMap(({ delays }) => delays)

function callLine(told: readonly Told[]): Line {
  const returned = told.map(({ returnedAfter }) => returnedAfter)
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

/** Each socket belongs to a user of its own, who has signed in and asked for a ticket. */
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

/** Some notices, one after the other. */
async function broadcasts(readers: Running<'socket-readers'>, tell: () => Promise<Asked>): Promise<Told[]> {
  const told: Told[] = []
  for (let count = 0; count < BROADCASTS_A_ROUND; count++) {
    await readers.call.await(FRAME.type)
    const { askedAt, returnedAt } = await tell()
    const arrivals = await readers.call.arrivals()
    told.push({ returnedAfter: returnedAt - askedAt, delays: arrivals.map((arrivedAt) => arrivedAt - askedAt) })
    await pause(REST_MS)
  }
  return told
}
