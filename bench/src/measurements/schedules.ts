import { setTimeout as pause } from 'node:timers/promises'
import { type Line, type Measurement, ms, perSecond } from '../measurement.ts'
import { withNewDatabase } from '../new-database.ts'
import type { ScheduledRun, TaskShape } from '../programs/task-rows.ts'
import { startProgram } from '../start-program.ts'
import { median, percentile } from '../statistics.ts'
import { startTestServer, storeQuery, type TestServer } from '../test-server.ts'

const MINUTE = 60_000
const LIMIT_MS = 2_000
const END_WAIT_MS = 2 * MINUTE
const PEER = 'n8n publishes 60/s'

/** How many tasks run every minute, and how many minutes are measured after the warm-up. */
type Load = { readonly tasks: number; readonly warmUpMinutes: number; readonly minutes: number }
type Watched = { readonly runs: readonly ScheduledRun[]; readonly due: number; readonly cpuShare: number }

export const schedules: Measurement = {
  name: 'schedules',
  title: 'Tasks that run every minute: how late their runs start',
  run: async ({ quick }) => {
    const load = quick ? { tasks: 100, warmUpMinutes: 1, minutes: 1 } : { tasks: 1_000, warmUpMinutes: 2, minutes: 3 }
    const embedded = await measure('embedded', load, {})
    const url = process.env['TEST_DATABASE_URL']
    if (url)
      return [...embedded, ...(await withNewDatabase(url, (own) => measure('PostgreSQL', load, { DATABASE_URL: own })))]
    console.warn('TEST_DATABASE_URL is not set: schedules are NOT measured on PostgreSQL')
    return embedded
  },
}

async function measure(where: string, load: Load, env: Readonly<Record<string, string>>): Promise<Line[]> {
  const fabric = await startProgram('fabric', { name: 'small' })
  const server = await startTestServer(env)
  await storeQuery(server, await fabric.call.url(), [{ id: 'tenant', class_name: 'fvTenant' }])
  const lines: Line[] = []
  for (const shape of ['spread', 'together'] as const) {
    const what = `${where}, ${load.tasks.toLocaleString('en')} ${shape === 'spread' ? 'over the minute' : 'in the same instant'}`
    lines.push(...linesOf(what, shape, await watch(server, shape, load)))
  }
  await server.stop()
  await fabric.stop()
  return lines
}

/** Adds tasks of one shape and reads the runs of some whole minutes after a warm-up. */
async function watch(server: TestServer, shape: TaskShape, { tasks, warmUpMinutes, minutes }: Load): Promise<Watched> {
  const { call } = server.program
  await call.addTasks({ count: tasks, shape })
  const from = (Math.floor(Date.now() / MINUTE) + 1 + warmUpMinutes) * MINUTE
  const to = from + minutes * MINUTE
  await pause(from - Date.now())
  const cpuBefore = await call.cpuMs()
  await pause(to - Date.now())
  const cpuShare = ((await call.cpuMs()) - cpuBefore) / (to - from)
  await call.endTasks()
  return { runs: await endedRuns(server, from, to), due: tasks * minutes, cpuShare }
}

async function endedRuns(server: TestServer, from: number, to: number): Promise<ScheduledRun[]> {
  const giveUpAt = Date.now() + END_WAIT_MS
  for (;;) {
    const runs = await server.program.call.readRuns({ from, to })
    const ended = runs.filter((run) => run !== undefined)
    if (ended.length === runs.length) return ended
    if (Date.now() > giveUpAt) throw new Error(`${runs.length - ended.length} runs have not ended`)
    await pause(500)
  }
}

function linesOf(what: string, shape: TaskShape, { runs, due, cpuShare }: Watched): Line[] {
  const failed = runs.filter(({ status }) => status !== 'success').length
  if (failed > 0) throw new Error(`${failed} of ${runs.length} runs failed`)
  const claimed = runs.map(({ claimedAfter }) => claimedAfter)
  const started = runs.map(({ startedAfter }) => startedAfter)
  const lateness =
    shape === 'spread' ? { target: `p99 below ${LIMIT_MS / 1000} s`, passed: percentile(started, 0.99) < LIMIT_MS } : {}
  return [
    {
      what: `${what}: slots that fired`,
      heddle: `${runs.length} of ${due}`,
      target: 'all',
      passed: runs.length === due,
    },
    { what: `${what}: claim after its slot`, heddle: shares(claimed) },
    { what: `${what}: start after its slot`, heddle: shares(started), ...lateness },
    shape === 'spread'
      ? { what: `${what}: CPU of the server, of one core`, heddle: `${(cpuShare * 100).toFixed(0)} %` }
      : { what: `${what}: runs a second until the last has ended`, heddle: perSecond(burstRate(runs)), floor: PEER },
  ]
}

const shares = (values: readonly number[]) =>
  `p50 ${ms(percentile(values, 0.5))}, p99 ${ms(percentile(values, 0.99))}, longest ${ms(Math.max(...values))}`

/** Runs due in the same instant, divided by the time until the last of them ended. */
function burstRate(runs: readonly ScheduledRun[]): number {
  const bySlot = Map.groupBy(runs, ({ slot }) => slot)
  return median(
    [...bySlot].map(
      ([slot, burst]) => burst.length / ((Math.max(...burst.map(({ endedAt }) => endedAt)) - slot) / 1000),
    ),
  )
}
