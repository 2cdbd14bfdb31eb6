import { setTimeout as pause } from 'node:timers/promises'
import { alternate } from '../alternate.ts'
import { type Line, type Measurement, ms } from '../measurement.ts'
import { startProgram } from '../start-program.ts'
import { percentile } from '../statistics.ts'
import { startTestServer, storeQuery, type TestServer } from '../test-server.ts'

const RUNS_A_ROUND = 50
const LIMIT_MS = 50
const IDLE_MS = 50

type StartedRun = { readonly execution_id: string }
type Log = { readonly status: string; readonly started_at: string | null }
/** Milliseconds since the request was sent, by the machine's clock. */
type Times = { readonly answered: number; readonly started: number }

export const background: Measurement = {
  name: 'background',
  title: 'Time until a background run starts, embedded database',
  run: async ({ rounds }) => {
    const fabric = await startProgram('fabric', { name: 'small' })
    const server = await startTestServer()
    const execute = await storeQuery(server, await fabric.call.url(), [{ id: 'tenant', class_name: 'fvTenant' }])
    const path = execute.replace('execute', 'execute_background')
    const contestants = {
      heddle: () => repeat(() => runInBackground(server, path)),
      sync: () => repeat(() => timed(() => server.post(execute, {}))),
    }
    await alternate(1, contestants)
    const { heddle, sync } = await alternate(rounds, contestants)
    await server.stop()
    await fabric.stop()
    return linesOf(heddle.flat(), sync.flat())
  },
}

function linesOf(runs: readonly Times[], sync: readonly number[]): Line[] {
  const afterAnswer = runs.map(({ answered, started }) => Math.max(0, started - answered))
  const afterRequest = runs.map(({ started }) => started)
  const line = (what: string, values: readonly number[], share: number) => ({
    what: `${what}, p${share * 100}`,
    heddle: ms(percentile(values, share)),
  })
  const target = { target: `at most ${LIMIT_MS} ms`, passed: percentile(afterRequest, 0.99) <= LIMIT_MS }
  return [
    line('answer 202', runs.map(({ answered }) => answered), 0.5),
    line('from the answer to the start', afterAnswer, 0.5),
    line('from the answer to the start', afterAnswer, 0.99),
    { ...line('from asking to the start', afterRequest, 0.5), floor: `\`execute\` until it has answered: ${ms(percentile(sync, 0.5))}` },
    { ...line('from asking to the start', afterRequest, 0.99), floor: `\`execute\` until it has answered: ${ms(percentile(sync, 0.99))}`, ...target },
  ] // prettier-ignore
}

/** Runs the query once, with the worker idle beforehand. */
async function runInBackground(server: TestServer, path: string): Promise<Times> {
  await pause(IDLE_MS)
  const sentAt = performance.timeOrigin + performance.now()
  const { execution_id } = await server.post<StartedRun>(path, {})
  const answered = performance.timeOrigin + performance.now() - sentAt
  for (;;) {
    const { status, started_at } = await server.get<Log>(`/api/queries/execution-logs/${execution_id}/`)
    if (status === 'success') return { answered, started: Date.parse(started_at!) - sentAt }
    if (status !== 'running') throw new Error(`a run ended with ${status}`)
    await pause(10)
  }
}

async function repeat<Result>(once: () => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = []
  for (let run = 0; run < RUNS_A_ROUND; run++) results.push(await once())
  return results
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  await pause(IDLE_MS)
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
