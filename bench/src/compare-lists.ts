import { alternate } from './alternate.ts'
import { type Line, ms, type Settings, times } from './measurement.ts'
import { withNewDatabase } from './new-database.ts'
import { median, spread } from './statistics.ts'
import { ADMIN, signIn, startTestServer, type TestServer } from './test-server.ts'

const RUNS_A_ROUND = 15
const MOST_TIMES = 1.5

export type Case = { readonly what: string; readonly path: string; readonly hasTarget: boolean }
export type Get = (path: string) => Promise<unknown>

/** A long list and how to fill it; the floor is a short list filled the same way. */
export type LongList = {
  readonly fill: (server: TestServer, entries: number) => Promise<void>
  readonly casesOf: (get: Get) => Promise<readonly Case[]>
  readonly short: number
  /** Number of entries on each kind of database. */
  readonly long: { readonly embedded: number; readonly postgres: number }
}
type Filled = { readonly get: Get; readonly cases: readonly Case[]; readonly stop: () => Promise<void> }
type Environment = Readonly<Record<string, string>>
type Contest = {
  readonly where: string
  readonly entries: number
  readonly short: Environment
  readonly long: Environment
}

/** Compares requests to a long and a short list, on the embedded database and, if available, on PostgreSQL. */
export async function compareLists(list: LongList, settings: Settings): Promise<Line[]> {
  const embedded = await compare(list, settings, {
    where: 'embedded',
    entries: list.long.embedded,
    short: {},
    long: {},
  })
  const url = process.env['TEST_DATABASE_URL']
  if (!url) {
    console.warn('TEST_DATABASE_URL is not set: lists are NOT measured on PostgreSQL')
    return embedded
  }
  const postgres = await withNewDatabase(url, (short) =>
    withNewDatabase(url, (long) =>
      compare(list, settings, {
        where: 'PostgreSQL',
        entries: list.long.postgres,
        short: { DATABASE_URL: short },
        long: { DATABASE_URL: long },
      }),
    ),
  )
  return [...embedded, ...postgres]
}

async function compare(
  list: LongList,
  { rounds }: Settings,
  { where, entries, short, long }: Contest,
): Promise<Line[]> {
  const floor = await startFilled(list, short, list.short)
  const filled = await startFilled(list, long, entries)
  const lines: Line[] = []
  for (const [index, one] of filled.cases.entries()) {
    const contestants = {
      heddle: () => timeRuns(() => filled.get(one.path)),
      floor: () => timeRuns(() => floor.get(floor.cases[index]!.path)),
    }
    await alternate(1, contestants)
    const taken = await alternate(rounds, contestants)
    const ratio = median(taken.heddle) / median(taken.floor)
    lines.push({
      what: `${where}, ${entries.toLocaleString('en')}: ${one.what}`,
      heddle: spread(taken.heddle, ms),
      floor: spread(taken.floor, ms),
      ratio: times(ratio),
      ...(one.hasTarget && { target: `at most ${MOST_TIMES} ×`, passed: ratio <= MOST_TIMES }),
    })
  }
  await filled.stop()
  await floor.stop()
  return lines
}

/** Starts the whole server and fills its list. */
async function startFilled(list: LongList, env: Environment, entries: number): Promise<Filled> {
  const server = await startTestServer(env)
  await list.fill(server, entries)
  // Filling may take longer than the first token lasts.
  const access = await signIn(server.url, ADMIN)
  const get: Get = (path) => read(`${server.url}${path}`, `Bearer ${access}`)
  return { get, cases: await list.casesOf(get), stop: server.stop }
}

/** Median time of several sequential requests. */
async function timeRuns(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let run = 0; run < RUNS_A_ROUND; run++) {
    const startedAt = performance.now()
    await work()
    taken.push(performance.now() - startedAt)
  }
  return median(taken)
}

async function read(url: string, authorization: string): Promise<unknown> {
  const reply = await fetch(url, { headers: { authorization } })
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
  return reply.json()
}
