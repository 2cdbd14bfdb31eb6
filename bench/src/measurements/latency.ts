import { alternate } from '../alternate.ts'
import { type Measurement, ms } from '../measurement.ts'
import { startProgram } from '../start-program.ts'
import { percentile } from '../statistics.ts'
import { startTestServer, storeQuery } from '../test-server.ts'

const RUNS_A_ROUND = 50
const TRIAL_RUNS = 3
const PATH = '/api/class/fvTenant.json?order-by=fvTenant.dn&page=0&page-size=10000'

export const latency: Measurement = {
  name: 'latency',
  title: 'Latency of `execute` with a query of two rows, embedded database',
  run: async ({ rounds, trial }) => {
    const runs = trial ? TRIAL_RUNS : RUNS_A_ROUND
    const fabric = await startProgram('fabric', { name: 'small' })
    const url = await fabric.call.url()
    const floor = await startProgram('bare-loop', { url })
    const server = await startTestServer()
    const execute = await storeQuery(server, url, [{ id: 'tenant', class_name: 'fvTenant' }])
    const contestants = {
      heddle: () => repeat(runs, () => timed(() => server.post(execute, {}))),
      bare: () => repeat(runs, async () => (await floor.call.keep([PATH])).ms),
    }
    await alternate(1, contestants)
    const { heddle, bare } = await alternate(rounds, contestants)
    await floor.stop()
    await server.stop()
    await fabric.stop()
    const [ours, theirs] = [heddle.flat(), bare.flat()]
    return [0.5, 0.99].map((share) => ({
      what: `p${share * 100} of ${ours.length} runs, one after the other`,
      heddle: ms(percentile(ours, share)),
      floor: `the controller's answer alone: ${ms(percentile(theirs, share))}`,
    }))
  },
}

async function repeat(runs: number, once: () => Promise<number>): Promise<readonly number[]> {
  const taken: number[] = []
  for (let run = 0; run < runs; run++) taken.push(await once())
  return taken
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
