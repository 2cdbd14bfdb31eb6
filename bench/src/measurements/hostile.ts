import { largeBodies, type OpenApi } from '@heddle/server/testing/hostile/large-bodies.ts'
import { type Attacker, attacker, type Outcome } from '../hostile/attack.ts'
import { attackWithCanvases } from '../hostile/canvas-attacks.ts'
import { askForLargeAnswers } from '../hostile/large-answers.ts'
import { hangingRuns } from '../hostile/hanging-runs.ts'
import { type Line, type Measurement, mb, ms } from '../measurement.ts'
import { startProgram } from '../start-program.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

const MOST_WAIT_MS = 250
const MOST_GROWTH_MB = 300
/** Ends the session of the attacker, whatever is in its body. */
const SIGN_OUT = '/api/auth/logout/'
/** One attack of so many, when in a hurry. */
const STRIDE = 7
/** Nothing listens there: what is planned is run, and fails. */
const NO_CONTROLLER = { name: 'nobody', host: 'http://127.0.0.1:9', username: 'admin', password: 'C1sco12345!' }

export const hostile: Measurement = {
  name: 'hostile',
  title: 'Longest wait for `/api/auth/health/`, and growth of the process, under hostile requests, one at a time',
  run: async ({ quick }) => {
    const server = await startTestServer()
    const watch = await startProgram('health-watch', { url: server.url, pid: await server.program.call.pid() })
    const attack = attacker(server, watch)
    const stride = quick ? STRIDE : 1
    const honest = await attack({ name: 'honest', method: 'POST', path: '/api/auth/token/refresh/', body: () => '{}' })
    const bodies = await attackWithBodies(server, attack, stride)
    const { id } = await server.post<{ id: string }>('/api/controller/connections/', NO_CONTROLLER)
    const large = await askForLargeAnswers(server, attack, id)
    const canvases = await attackWithCanvases(attack, id, stride)
    await watch.call.close()
    await watch.stop()
    await server.stop()
    return [
      ...linesOf('large bodies, every field of every route', bodies, honest),
      ...linesOf('hostile canvases, stored, validated and run', canvases, honest),
      ...linesOf('queries as large as allowed', large, honest),
      await hangingRuns(),
    ]
  },
}

async function attackWithBodies(server: TestServer, attack: Attacker, stride: number): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const bodies = largeBodies(await server.get<OpenApi>('/api/schema/')).filter(({ path }) => path !== SIGN_OUT)
  for (const [index, body] of bodies.entries()) if (index % stride === 0) outcomes.push(await attack(body))
  return outcomes
}

function linesOf(what: string, outcomes: readonly Outcome[], honest: Outcome): readonly Line[] {
  const worst = (key: 'waitMs' | 'grownMb') => outcomes.toSorted((left, right) => right[key] - left[key])[0]!
  const [slowest, largest] = [worst('waitMs'), worst('grownMb')]
  const faults = outcomes.filter(({ status }) => status >= 500)
  return [
    {
      what: `${what} (${outcomes.length}): wait`,
      heddle: `${ms(slowest.waitMs)} (${slowest.name})`,
      floor: `with a small body: ${ms(honest.waitMs)}`,
      target: `below ${MOST_WAIT_MS} ms`,
      passed: slowest.waitMs < MOST_WAIT_MS,
    },
    {
      what: `${what}: growth`,
      heddle: `${mb(largest.grownMb)} (${largest.name})`,
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
