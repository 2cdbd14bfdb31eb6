import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { mb, type Measurement, ms } from '../measurement.ts'
import { median, spread } from '../statistics.ts'
import { serverEnvironment, temporaryFolder } from '../test-server.ts'

const MAIN = fileURLToPath(import.meta.resolve('@heddle/server/main.ts'))
const SETTLE_MS = 3_000

export const start: Measurement = {
  name: 'start',
  title: 'Start of the program on the embedded database, until it answers; memory when idle',
  run: async ({ rounds }) => {
    const onNew: Started[] = []
    const onExisting: Started[] = []
    const bare: number[] = []
    for (let round = 0; round < rounds; round++) {
      const folder = temporaryFolder()
      onNew.push(await startOnce(folder.path))
      onExisting.push(await startOnce(folder.path))
      bare.push(await startNode())
      folder.remove()
    }
    const floor = `node without a program: ${spread(bare, ms)}`
    const memory = [...onNew, ...onExisting].flatMap(({ idleMb }) => (idleMb === undefined ? [] : [idleMb]))
    return [
      { what: 'start, new data folder', heddle: spread(msOf(onNew), ms), floor },
      { what: 'start, existing data folder', heddle: spread(msOf(onExisting), ms), floor },
      {
        what: 'resident memory, idle for 3 s',
        heddle: median(memory) > 0 ? spread(memory, mb) : 'not known on this system',
      },
    ]
  },
}

type Started = { readonly ms: number; readonly idleMb: number | undefined }
const msOf = (starts: readonly Started[]) => starts.map((one) => one.ms)

async function startOnce(dataDir: string): Promise<Started> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...serverEnvironment(dataDir) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"msg":"ready"')) break
  const taken = performance.now() - startedAt
  child.stdout.resume()
  await pause(SETTLE_MS)
  const idleMb = child.pid === undefined ? undefined : residentMb(child.pid)
  child.kill('SIGTERM')
  await exited
  return { ms: taken, idleMb }
}

async function startNode(): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['-e', '0'])
  await new Promise((resolve) => child.once('exit', resolve))
  return performance.now() - startedAt
}

function residentMb(pid: number): number | undefined {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    // Only Linux has this file.
    return undefined
  }
}
