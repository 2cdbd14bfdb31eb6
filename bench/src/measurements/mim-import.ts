import { setTimeout as pause } from 'node:timers/promises'
import { type Measurement, mb, ms, times } from '../measurement.ts'
import { startProgram } from '../start-program.ts'
import { median, spread } from '../statistics.ts'
import { startTestServer } from '../test-server.ts'

const CLASSES = 15_000
const CONCURRENCY = 5
const MOST_TIMES = 1.5
const MOST_MB = 512
const LOOK_MS = 50

type Run = { readonly state: string; readonly completed_count: number; readonly error_summary: string }
type Imported = { readonly ms: number; readonly grownMb: number; readonly peakMb: number; readonly p99Ms: number }

export const mimImport: Measurement = {
  name: 'mim-import',
  title: `Import of a class model, ${CLASSES.toLocaleString('en')} documents, ${CONCURRENCY} at a time, embedded database`,
  run: async ({ rounds }) => {
    const registry = await startProgram('registry', { classes: CLASSES })
    const order = { url: await registry.call.url(), names: await registry.call.names(), concurrency: CONCURRENCY }
    const [imports, reads, parses]: [Imported[], number[], number[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      imports.push(await importOnce(order.url))
      const floor = await startProgram('bare-fetch', undefined)
      reads.push((await floor.call.read(order)).ms)
      parses.push((await floor.call.parse(order)).ms)
      await floor.stop()
    }
    await registry.stop()
    const taken = imports.map((one) => one.ms)
    const grown = imports.map(({ grownMb }) => grownMb)
    const ratio = median(taken) / median(reads)
    return [
      {
        what: 'time, against a loop that reads',
        heddle: spread(taken, ms),
        floor: spread(reads, ms),
        ratio: times(ratio),
        target: `at most ${MOST_TIMES} ×`,
        passed: ratio <= MOST_TIMES,
      },
      {
        what: 'time, against a loop that also parses',
        heddle: spread(taken, ms),
        floor: spread(parses, ms),
        ratio: times(median(taken) / median(parses)),
      },
      {
        what: 'memory the process takes for it',
        heddle: spread(grown, mb),
        target: `below ${MOST_MB} MB`,
        passed: Math.max(...grown) < MOST_MB,
      },
      {
        what: 'peak memory of the process, embedded database included',
        heddle: spread(
          imports.map(({ peakMb }) => peakMb),
          mb,
        ),
      },
      {
        what: 'event-loop delay meanwhile, p99',
        heddle: spread(
          imports.map(({ p99Ms }) => p99Ms),
          ms,
        ),
      },
    ]
  },
}

async function importOnce(registryUrl: string): Promise<Imported> {
  const server = await startTestServer({ MIM_REGISTRY_URL: registryUrl, MIM_IMPORT_CONCURRENCY: String(CONCURRENCY) })
  const before = (await server.program.call.memory()).residentMb
  await server.program.call.watchLoop()
  const startedAt = performance.now()
  const { run_id } = await server.post<{ run_id: string }>('/api/mim-registry/remote/install/', {
    version_key: 'latest',
  })
  let peakMb = before
  for (;;) {
    await pause(LOOK_MS)
    peakMb = Math.max(peakMb, await server.program.call.residentMb())
    const { run } = await server.get<{ run: Run }>(`/api/mim-registry/remote/runs/${run_id}/`)
    if (run.state === 'running') continue
    const taken = performance.now() - startedAt
    if (run.state !== 'succeeded' || run.completed_count < CLASSES)
      throw new Error(`the import ${run.state}: ${run.error_summary}`)
    const { p99 } = await server.program.call.loopDelay()
    await server.stop()
    return { ms: taken, grownMb: peakMb - before, peakMb, p99Ms: p99 }
  }
}
