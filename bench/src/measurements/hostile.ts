import { type HostileRequest, largeBodies, type OpenApi } from '@heddle/server/testing/hostile/large-bodies.ts'
import { type Line, type Measurement, mb, ms } from '../measurement.ts'
import type { Watched } from '../programs/health-watch.ts'
import { type Running, startProgram } from '../start-program.ts'
import { hangingRuns } from '../hostile/hanging-runs.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

const MOST_WAIT_MS = 250
const MOST_GROWTH_MB = 300
/** Every so many of the large bodies, when in a hurry. */
const QUICK_STRIDE = 7

type Watch = Running<'health-watch'>
type Outcome = Watched & { readonly name: string; readonly status: number }

export const hostile: Measurement = {
  name: 'hostile',
  title: 'Wait for `/api/auth/health/` and growth of the process under hostile requests, one at a time',
  run: async ({ quick }) => {
    const server = await startTestServer()
    const watch = await startProgram('health-watch', { url: server.url, pid: await server.program.call.pid() })
    const bodies = largeBodies(await server.get<OpenApi>('/api/schema/')).filter((_, index) => !quick || index % QUICK_STRIDE === 0)
    const outcomes: Outcome[] = []
    for (const request of bodies) outcomes.push(await attack(server, watch, request))
    await watch.call.close()
    await watch.stop()
    await server.stop()
    return [...linesOf('large bodies on every route', outcomes), await hangingRuns()]
  },
}

async function attack(server: TestServer, watch: Watch, request: HostileRequest): Promise<Outcome> {
  const body = request.body()
  await watch.call.begin()
  const status = await send(server, request, body)
  return { ...(await watch.call.end()), name: request.name, status }
}

async function send({ url, authorization }: TestServer, { method, path }: HostileRequest, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization }
  const reply = await fetch(`${url}${path}`, { method, headers, body })
  await reply.arrayBuffer()
  return reply.status
}

function linesOf(what: string, outcomes: readonly Outcome[]): readonly Line[] {
  const worst = (key: 'waitMs' | 'grownMb') => outcomes.toSorted((left, right) => right[key] - left[key])[0]!
  if (process.env.BENCH_VERBOSE !== undefined)
    for (const { name, status, waitMs, grownMb } of outcomes.toSorted((left, right) => right.waitMs - left.waitMs).slice(0, 60))
      console.log(`${ms(waitMs)}, ${mb(grownMb)}, ${status}: ${name}`)
  const [slowest, largest] = [worst('waitMs'), worst('grownMb')]
  const faults = outcomes.filter(({ status }) => status >= 500)
  return [
    {
      what: `${what} (${outcomes.length}): longest wait`,
      heddle: `${ms(slowest.waitMs)}, ${slowest.name}`,
      target: `below ${MOST_WAIT_MS} ms`,
      passed: slowest.waitMs < MOST_WAIT_MS,
    },
    {
      what: `${what}: most growth`,
      heddle: `${mb(largest.grownMb)}, ${largest.name}`,
      target: `below ${MOST_GROWTH_MB} MB`,
      passed: largest.grownMb < MOST_GROWTH_MB,
    },
    {
      what: `${what}: answers of 500 and above`,
      heddle: faults.map(({ name }) => name).join('; ') || 'none',
      target: 'none',
      passed: faults.length === 0,
    },
  ]
}
