import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type Line, ms } from '../measurement.ts'
import { startProgram } from '../start-program.ts'
import { median } from '../statistics.ts'
import { ADMIN, signIn, startTestServer, storeQuery, type TestServer } from '../test-server.ts'

const HANGING = 60
const MOST_DELAY_MS = 2_000
const PATIENCE_SECONDS = 10
const RUNS = 5
const EDITOR = { username: 'edgar', password: ADMIN.password }
const NODES = [{ id: 'tenant', class_name: 'fvTenant' }]

/** How long a user's small run takes while 60 runs of another user wait for a controller that never answers. */
export async function hangingRuns(): Promise<Line> {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const fabric = await startProgram('fabric', { name: 'small' })
  const server = await startTestServer({ SYNC_QUERY_TIMEOUT_SECONDS: String(PATIENCE_SECONDS) })
  const hanging = await storeQuery(server, `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, NODES)
  const quick = await storeQuery(server, await fabric.call.url(), NODES)
  const editor = await addEditor(server)
  const run = async () => {
    const startedAt = performance.now()
    const { status } = await server.post<{ status: string }>(quick, {}, editor)
    if (status !== 'success') throw new Error(`the small run ended with ${status}`)
    return performance.now() - startedAt
  }
  const alone = median(await inTurn(run))
  const stuck = Promise.allSettled(Array.from({ length: HANGING }, () => server.post(hanging, {})))
  const beside = Math.max(...(await inTurn(run)))
  await stuck
  await server.stop()
  await fabric.stop()
  silent.close()
  return {
    what: `a small run beside ${HANGING} hanging runs of another user, longest of ${RUNS}`,
    heddle: ms(beside),
    floor: `alone: ${ms(alone)}`,
    target: `below ${ms(MOST_DELAY_MS)} longer`,
    passed: beside - alone < MOST_DELAY_MS,
  }
}

async function inTurn(run: () => Promise<number>): Promise<readonly number[]> {
  const taken: number[] = []
  for (let round = 0; round < RUNS; round++) taken.push(await run())
  return taken
}

async function addEditor(server: TestServer): Promise<string> {
  await server.post('/api/auth/management/', { ...EDITOR, email: 'edgar@localhost' })
  return `Bearer ${await signIn(server.url, EDITOR)}`
}
