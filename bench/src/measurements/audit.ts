import { alternate } from '../alternate.ts'
import { type Line, type Measurement, ms, type Settings, times } from '../measurement.ts'
import { withNewDatabase } from '../new-database.ts'
import { COMMON_TERM, FREQUENT_TERM, RARE_TERM } from '../programs/audit-rows.ts'
import { median, spread } from '../statistics.ts'
import { ADMIN, startTestServer } from '../test-server.ts'

const FLOOR_ENTRIES = 50_000
const QUICK_ENTRIES = 200_000
// The embedded database makes its indexes in one thread; five million would take hours.
const ENTRIES = { embedded: 500_000, postgres: 5_000_000 }
const RUNS_A_ROUND = 15
const MOST_TIMES = 1.5
const LOGS = '/api/audit/logs/'

type Case = { readonly what: string; readonly path: string; readonly hasTarget: boolean }
type Log = { readonly get: (path: string) => Promise<unknown>; readonly cases: readonly Case[]; readonly stop: () => Promise<void> }

export const audit: Measurement = {
  name: 'audit',
  title: `Audit log, against the same requests to a log of ${FLOOR_ENTRIES.toLocaleString('en')} entries`,
  run: async (settings) => {
    const sizes = settings.quick ? { embedded: QUICK_ENTRIES, postgres: QUICK_ENTRIES } : ENTRIES
    const embedded = await compare('embedded', sizes.embedded, settings, {}, {})
    const url = process.env['TEST_DATABASE_URL']
    if (!url) {
      console.warn('TEST_DATABASE_URL is not set: the audit log is NOT measured on PostgreSQL')
      return embedded
    }
    const postgres = await withNewDatabase(url, (small) =>
      withNewDatabase(url, (large) => compare('PostgreSQL', sizes.postgres, settings, { DATABASE_URL: small }, { DATABASE_URL: large })),
    )
    return [...embedded, ...postgres]
  },
}

type Environment = Readonly<Record<string, string>>

async function compare(where: string, entries: number, { rounds }: Settings, small: Environment, large: Environment): Promise<Line[]> {
  const floor = await startLog(small, FLOOR_ENTRIES)
  const log = await startLog(large, entries)
  const lines: Line[] = []
  for (const [index, one] of log.cases.entries()) {
    const contestants = {
      heddle: () => timeRuns(() => log.get(one.path)),
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
  await log.stop()
  await floor.stop()
  return lines
}

/** The whole server over a filled log. */
async function startLog(env: Environment, entries: number): Promise<Log> {
  const server = await startTestServer(env)
  await server.program.call.fillAudit(entries)
  // Filling may take longer than the first token lasts.
  const { access } = await server.post<{ access: string }>('/api/auth/login/', ADMIN)
  const get = (path: string) => read(`${server.url}${path}`, `Bearer ${access}`)
  return { get, cases: await casesOf(get), stop: server.stop }
}

async function casesOf(get: Log['get']): Promise<readonly Case[]> {
  const { results } = (await get(`${LOGS}?username=user-3&page_size=1`)) as { readonly results: readonly { readonly ip_address: string }[] }
  const days = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString()
  const page = (what: string, query: Readonly<Record<string, string>>): Case => ({
    what,
    path: `${LOGS}?${new URLSearchParams(query).toString()}`,
    hasTarget: true,
  })
  return [
    page('first page', {}),
    page('of a category', { category: 'admin_action' }),
    page('of a user', { user: '42' }),
    page('of a username', { username: 'user-3' }),
    page('of an address', { ip: results[0]!.ip_address }),
    page('of ten days half a year ago', { created_after: days(190), created_before: days(180) }),
    page(`with a frequent term, "${FREQUENT_TERM}"`, { search: FREQUENT_TERM }),
    page(`with one in two hundred, "${COMMON_TERM}"`, { search: COMMON_TERM }),
    page(`with a rare term, "${RARE_TERM}"`, { search: RARE_TERM }),
    { what: 'statistics of 24 hours', path: `${LOGS}stats/?window=24h`, hasTarget: false },
    { what: 'statistics of 30 days', path: `${LOGS}stats/?window=30d`, hasTarget: false },
  ]
}

/** The median of some requests, one after the other. */
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
