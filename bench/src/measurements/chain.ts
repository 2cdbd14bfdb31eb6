import { alternate } from '../alternate.ts'
import { type Measurement, ms, times } from '../measurement.ts'
import { type Running, startProgram } from '../start-program.ts'
import { median, spread } from '../statistics.ts'

const CLASSES = ['fvTenant', 'fvBD', 'fvSubnet']
const PAGE = 10_000
const TIMES_FEWER = 5

export const chain: Measurement = {
  name: 'chain',
  title: 'Chain of three classes by containment, one tenant out of 400',
  run: async ({ rounds }) => {
    const fabric = await startProgram('fabric', { name: 'chain' })
    const url = await fabric.call.url()
    const engine = await startProgram('engine', { url })
    const floor = await startProgram('bare-loop', { url })
    const scans = await fullScans(fabric)
    const results = await alternate(rounds + 1, {
      engine: () => withTraffic(fabric, () => engine.call.run(CANVAS)),
      floor: () => withTraffic(fabric, () => floor.call.keep(scans)),
    })
    await Promise.all([engine.stop(), floor.stop()])
    await fabric.stop()
    return linesOf(results)
  },
}

const CANVAS = {
  nodes: [
    { id: 'tenant', class_name: 'fvTenant', filters: [{ property: 'name', operator: 'eq', value: 'tenant-217' }] },
    { id: 'bd', class_name: 'fvBD' },
    { id: 'subnet', class_name: 'fvSubnet' },
  ],
  edges: [
    { id: 'e1', source: 'tenant', target: 'bd', kind: 'contains' },
    { id: 'e2', source: 'bd', target: 'subnet', kind: 'contains' },
  ],
}

async function fullScans(fabric: Running<'fabric'>): Promise<readonly string[]> {
  const paths: string[] = []
  for (const name of CLASSES) {
    const count = await fabric.call.count(name)
    for (let page = 0; page * PAGE < count; page++)
      paths.push(`/api/class/${name}.json?order-by=${name}.dn&page=${page}&page-size=${PAGE}`)
  }
  return paths
}

async function withTraffic(fabric: Running<'fabric'>, run: () => Promise<{ readonly ms: number }>) {
  await fabric.call.takeTraffic()
  const { ms: taken } = await run()
  const { paths, bodyBytes, bytesSent } = await fabric.call.takeTraffic()
  return { ms: taken, requests: paths.length, bodyBytes, bytesSent }
}

type Traffic = Awaited<ReturnType<typeof withTraffic>>

function linesOf({ engine, floor }: { readonly engine: readonly Traffic[]; readonly floor: readonly Traffic[] }) {
  const bytes = (key: 'bodyBytes' | 'bytesSent', target?: number) => {
    const [ours, theirs] = [engine.at(-1)![key], floor.at(-1)![key]]
    const fewer = theirs / ours
    return {
      heddle: kilobytes(ours),
      floor: kilobytes(theirs),
      ratio: `1 / ${fewer.toFixed(0)}`,
      ...(target !== undefined && { target: `at most 1 / ${target}`, passed: fewer >= target }),
    }
  }
  // The first round is a warm-up.
  const [ours, theirs] = [engine.slice(1).map((one) => one.ms), floor.slice(1).map((one) => one.ms)]
  return [
    { what: 'bytes of answers', ...bytes('bodyBytes', TIMES_FEWER) },
    { what: 'bytes of answers as compressed', ...bytes('bytesSent') },
    { what: 'requests', heddle: String(engine.at(-1)!.requests), floor: String(floor.at(-1)!.requests) },
    { what: 'time', heddle: spread(ours, ms), floor: spread(theirs, ms), ratio: times(median(ours) / median(theirs)) },
  ]
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(bytes < 102_400 ? 1 : 0)} kB`
