import { setTimeout as pause } from 'node:timers/promises'
import { SCAN_OBJECTS } from '../fabrics.ts'
import { type Line, type Measurement, ms } from '../measurement.ts'
import { startProgram } from '../start-program.ts'
import { spread, median } from '../statistics.ts'
import { startTestServer, storeQuery } from '../test-server.ts'

const LIMIT_MS = 20
const IDLE_MS = 2_000

export const eventLoop: Measurement = {
  name: 'event-loop',
  title: `Event-loop delay of the server while a scan of ${SCAN_OBJECTS.toLocaleString('en')} objects runs`,
  run: async ({ rounds }) => {
    const fabric = await startProgram('fabric', { name: 'scan' })
    const server = await startTestServer()
    const execute = await storeQuery(server, await fabric.call.url(), [{ id: 'port', class_name: 'fvRsPathAtt' }])
    const watched = async (work: () => Promise<unknown>) => {
      await server.program.call.watchLoop()
      await work()
      return server.program.call.loopDelay()
    }
    const first = await watched(() => run(server.post, execute))
    const idle: Delay[] = []
    const busy: Delay[] = []
    for (let round = 0; round < rounds; round++) {
      idle.push(await watched(() => pause(IDLE_MS)))
      busy.push(await watched(() => run(server.post, execute)))
    }
    await server.stop()
    await fabric.stop()
    return linesOf(idle, busy, first)
  },
}

type Delay = { readonly p99: number; readonly max: number }
type Run = { readonly status: string; readonly row_count: number }

async function run(post: <T>(path: string, body: unknown) => Promise<T>, execute: string): Promise<void> {
  const { status, row_count } = await post<Run>(execute, {})
  if (status !== 'success' || row_count !== SCAN_OBJECTS)
    throw new Error(`the run ended with ${status} and ${row_count} rows`)
}

function linesOf(idle: readonly Delay[], busy: readonly Delay[], first: Delay): readonly Line[] {
  const of = (delays: readonly Delay[], key: keyof Delay) => delays.map((delay) => delay[key])
  const p99 = of(busy, 'p99')
  return [
    {
      what: 'p99 (the timer itself takes 5 ms)',
      heddle: spread(p99, ms),
      floor: `idle: ${spread(of(idle, 'p99'), ms)}`,
      target: `below ${LIMIT_MS} ms`,
      passed: median(p99) < LIMIT_MS,
    },
    { what: 'longest', heddle: spread(of(busy, 'max'), ms), floor: `idle: ${spread(of(idle, 'max'), ms)}` },
    { what: 'p99 and longest, first run after the start', heddle: `${ms(first.p99)}, ${ms(first.max)}` },
  ]
}
