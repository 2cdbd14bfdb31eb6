import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { residentMb } from '@heddle/server/testing/resident-memory.ts'
import { mb, type Measurement, ms } from '../measurement.ts'
import { cpuSeconds, processTree } from '../process-tree.ts'
import { median, spread } from '../statistics.ts'
import { serverEnvironment, temporaryFolder } from '../test-server.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const BUNDLE = fileURLToPath(new URL('../../../server/dist', import.meta.url))
/** What a start leaves to be done, such as upkeep that is due and garbage, is over by then. */
const SETTLE_MS = 45_000
const IDLE_MS = 60_000

export const start: Measurement = {
  name: 'start',
  title: '`npm start` on the embedded database, until the first answer; memory and processor time when idle',
  run: async ({ rounds }) => {
    const first: Started[] = []
    const onNew: Started[] = []
    const onExisting: Started[] = []
    const bare: number[] = []
    // Builds the web UI, which is measured elsewhere.
    execFileSync(process.execPath, ['web/build/before-start.ts'], { cwd: ROOT, stdio: 'ignore' })
    for (let round = 0; round < rounds; round++) {
      const folder = temporaryFolder()
      const other = temporaryFolder()
      rmSync(BUNDLE, { recursive: true, force: true })
      first.push(await startOnce(folder.path))
      onNew.push(await startOnce(other.path))
      onExisting.push(await startOnce(other.path))
      bare.push(await startNode())
      folder.remove()
      other.remove()
    }
    const idle = await startOnce(temporaryFolder().path, measureIdle)
    const floor = `node without a program: ${spread(bare, ms)}`
    return [
      ...linesOf('the very first, which bundles the server', first, floor),
      ...linesOf('new data folder', onNew, floor),
      ...linesOf('existing data folder', onExisting, floor),
      { what: 'resident memory, idle', heddle: Number.isNaN(idle.idleMb) ? UNKNOWN : mb(idle.idleMb) },
      {
        what: 'processor time, idle, of one core',
        heddle: Number.isNaN(idle.idleShare) ? UNKNOWN : `${(idle.idleShare * 100).toFixed(2)} %`,
      },
    ]
  },
}

const UNKNOWN = 'not known on this system'
type Idle = { readonly idleMb: number; readonly idleShare: number }
type Started = Idle & { readonly ms: number; readonly cpuMs: number }

const linesOf = (what: string, starts: readonly Started[], floor: string) => {
  const cpu = starts.map((one) => one.cpuMs)
  return [
    {
      what: `start, ${what}`,
      heddle: spread(
        starts.map((one) => one.ms),
        ms,
      ),
      floor,
    },
    { what: `start, ${what}: processor time`, heddle: median(cpu) > 0 ? spread(cpu, ms) : UNKNOWN },
  ]
}

/** As a user does, from the command to the first answer; the web UI is built beforehand. */
async function startOnce(dataDir: string, look: (pid: number) => Promise<Idle> = notIdle): Promise<Started> {
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, ...serverEnvironment(dataDir) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const url = await readyUrl(child)
  await fetch(`${url}/api/auth/health/`)
  const taken = performance.now() - startedAt
  const pids = await processTree(child.pid!)
  const cpuMs = (await cpuSeconds(pids)) * 1_000
  const server = pids.at(-1)!
  const idle = await look(server)
  process.kill(server, 'SIGTERM')
  await exited
  return { ms: taken, cpuMs, ...idle }
}

async function readyUrl(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /"url":"([^"]+)","msg":"ready"/.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout!.resume()
    return url
  }
  throw new Error('the server ended before it was ready')
}

const notIdle = async (): Promise<Idle> => ({ idleMb: NaN, idleShare: NaN })

async function measureIdle(pid: number): Promise<Idle> {
  await pause(SETTLE_MS)
  const before = await cpuSeconds([pid])
  const startedAt = performance.now()
  await pause(IDLE_MS)
  const used = (await cpuSeconds([pid])) - before
  return { idleMb: await residentMb(pid), idleShare: used / ((performance.now() - startedAt) / 1_000) }
}

async function startNode(): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['-e', '0'])
  await new Promise((resolve) => child.once('exit', resolve))
  return performance.now() - startedAt
}
