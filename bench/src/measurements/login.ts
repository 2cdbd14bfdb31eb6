import { Pool } from 'undici'
import { alternate } from '../alternate.ts'
import { type Line, type Measurement, ms, perSecond, times } from '../measurement.ts'
import { startProgram } from '../start-program.ts'
import { median, percentile, spread } from '../statistics.ts'
import { ADMIN, startTestServer, storeQuery, type TestServer } from '../test-server.ts'

const LOGIN_LANES = 16
const LIST = '/api/queries/saved-queries/?page_size=50'
const LONGEST_WAIT = 5

export const login: Measurement = {
  name: 'login',
  title: 'Logins with Argon2id (19 MiB, two passes, one lane), sixteen at a time, while a list is read',
  run: async ({ rounds, quick }) => {
    const forMs = quick ? 2000 : 5000
    const server = await startTestServer()
    await storeQuery(server, 'http://127.0.0.1:9', [{ id: 'tenant', class_name: 'fvTenant' }])
    const floor = await startProgram('bare-hasher', ADMIN.password)
    const contestants = {
      heddle: () => underLogins(server, () => readList(server, forMs)),
      bare: () => floor.call.perSecond(forMs),
      idle: () => readList(server, forMs),
    }
    await alternate(1, contestants)
    const { heddle, bare, idle } = await alternate(rounds, contestants)
    await floor.stop()
    await server.stop()
    const rates = heddle.map(({ loginsPerSecond }) => loginsPerSecond)
    return [
      {
        what: 'logins, floor: the hash alone',
        heddle: spread(rates, perSecond),
        floor: spread(bare, perSecond),
        ratio: times(median(rates) / median(bare)),
      },
      ...[0.5, 0.99].map((share) => waitLine(share, heddle.map(({ reads }) => reads).flat(), idle.flat())),
    ]
  },
}

/** How long a list request waits while others sign in, compared with the same server when idle. */
function waitLine(share: number, busy: readonly number[], idle: readonly number[]): Line {
  const [ours, theirs] = [percentile(busy, share), percentile(idle, share)]
  return {
    what: `list, p${share * 100}, floor: nobody signs in`,
    heddle: ms(ours),
    floor: ms(theirs),
    ratio: times(ours / theirs),
    target: `at most ${LONGEST_WAIT} ×`,
    passed: ours <= LONGEST_WAIT * theirs,
  }
}

async function underLogins(server: TestServer, work: () => Promise<readonly number[]>) {
  const pool = new Pool(server.url, { connections: LOGIN_LANES, pipelining: 1 })
  const startedAt = performance.now()
  let isOver = false
  let logins = 0
  const lane = async () => {
    while (!isOver) {
      await signIn(pool)
      logins += 1
    }
  }
  const lanes = Array.from({ length: LOGIN_LANES }, lane)
  const reads = await work()
  isOver = true
  await Promise.all(lanes)
  const loginsPerSecond = logins / ((performance.now() - startedAt) / 1000)
  await pool.close()
  return { reads, loginsPerSecond }
}

async function signIn(pool: Pool): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/api/auth/login/',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  await body.dump({ limit: Infinity })
  if (statusCode !== 200) throw new Error(`login answered ${statusCode}`)
}

/** Times of a list read repeatedly, one request at a time. */
async function readList(server: TestServer, forMs: number): Promise<readonly number[]> {
  const pool = new Pool(server.url, { connections: 1 })
  const taken: number[] = []
  const end = performance.now() + forMs
  while (performance.now() < end) {
    const startedAt = performance.now()
    const { body } = await pool.request({ method: 'GET', path: LIST, headers: { authorization: server.authorization } })
    await body.dump({ limit: Infinity })
    taken.push(performance.now() - startedAt)
  }
  await pool.close()
  return taken
}
