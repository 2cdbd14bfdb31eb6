import { setTimeout as pause } from 'node:timers/promises'
import { type Line, type Measurement, mb, ms, times } from '../measurement.ts'
import { startProgram } from '../start-program.ts'
import { median, spread } from '../statistics.ts'
import { startTestServer } from '../test-server.ts'

const CLASSES = 15_000
const CONCURRENCY = 5
const MOST_TIMES = 1.3
const MOST_MB = 512
const HIGHEST_PEAK_MB = 500
const LOOK_MS = 50
/** A request costs the server more than a document does. */
const ASK_EVERY_LOOKS = 5

type Run = { readonly state: string; readonly completed_count: number; readonly error_summary: string }
type Imported = {
  readonly ms: number
  /** Of all threads of the server. */
  readonly cpuMs: number
  readonly grownMb: number
  readonly peakMb: number
  readonly p99Ms: number
}

export const mimImport: Measurement = {
  name: 'mim-import',
  title: `Import of a class model, ${CLASSES.toLocaleString('en')} documents, ${CONCURRENCY} at a time, embedded database`,
  run: async ({ rounds }) => {
    const registry = await startProgram('registry', { classes: CLASSES })
    const order = { url: await registry.call.url(), names: await registry.call.names(), concurrency: CONCURRENCY }
    const imports: Imported[] = []
    const reads: Fetched[] = []
    const parses: Fetched[] = []
    for (let round = 0; round < rounds; round++) {
      imports.push(await importOnce(order.url))
      const floor = await startProgram('bare-fetch', undefined)
      reads.push(await floor.call.read(order))
      parses.push(await floor.call.parse(order))
      await floor.stop()
    }
    await registry.stop()
    return [...timeLines(imports, reads, parses), ...memoryLines(imports)]
  },
}

type Fetched = Pick<Imported, 'ms' | 'cpuMs'>

function timeLines(imports: readonly Imported[], reads: readonly Fetched[], parses: readonly Fetched[]): Line[] {
  const against = (what: string, pick: (one: Fetched) => number, floor: readonly Fetched[]) => {
    const [taken, least] = [imports.map(pick), floor.map(pick)]
    const ratio = median(taken) / median(least)
    return { ratio, line: { what, heddle: spread(taken, ms), floor: spread(least, ms), ratio: times(ratio) } }
  }
  const read = against('time, against a loop that reads', (one) => one.ms, reads)
  return [
    { ...read.line, target: `at most ${MOST_TIMES} ×`, passed: read.ratio <= MOST_TIMES },
    against('time, against a loop that also parses', (one) => one.ms, parses).line,
    against('processor time, against a loop that reads', (one) => one.cpuMs, reads).line,
    against('processor time, against a loop that also parses', (one) => one.cpuMs, parses).line,
  ]
}

function memoryLines(imports: readonly Imported[]): Line[] {
  const grown = imports.map(({ grownMb }) => grownMb)
  const peaks = imports.map(({ peakMb }) => peakMb)
  const delays = imports.map(({ p99Ms }) => p99Ms)
  return [
    {
      what: 'memory the process takes for it',
      heddle: spread(grown, mb),
      target: `below ${MOST_MB} MB`,
      passed: Math.max(...grown) < MOST_MB,
    },
    {
      what: 'peak memory of the process, embedded database included',
      heddle: spread(peaks, mb),
      target: `at most ${HIGHEST_PEAK_MB} MB`,
      passed: Math.max(...peaks) <= HIGHEST_PEAK_MB,
    },
    { what: 'event-loop delay meanwhile, p99', heddle: spread(delays, ms) },
  ]
}

async function importOnce(registryUrl: string): Promise<Imported> {
  const server = await startTestServer({ MIM_REGISTRY_URL: registryUrl, MIM_IMPORT_CONCURRENCY: String(CONCURRENCY) })
  const before = (await server.program.call.memory()).residentMb
  const cpuBefore = await server.program.call.cpuMs()
  await server.program.call.watchLoop()
  const startedAt = performance.now()
  const { run_id } = await server.post<{ run_id: string }>('/api/mim-registry/remote/install/', {
    version_key: 'latest',
  })
  let peakMb = before
  for (let looks = 1; ; looks++) {
    await pause(LOOK_MS)
    peakMb = Math.max(peakMb, await server.program.call.residentMb())
    if (looks % ASK_EVERY_LOOKS !== 0) continue
    const { run } = await server.get<{ run: Run }>(`/api/mim-registry/remote/runs/${run_id}/`)
    if (run.state === 'running') continue
    const taken = performance.now() - startedAt
    if (run.state !== 'succeeded' || run.completed_count < CLASSES)
      throw new Error(`the import ${run.state}: ${run.error_summary}`)
    const { p99 } = await server.program.call.loopDelay()
    const cpuMs = (await server.program.call.cpuMs()) - cpuBefore
    await server.stop()
    return { ms: taken, cpuMs, grownMb: peakMb - before, peakMb, p99Ms: p99 }
  }
}
