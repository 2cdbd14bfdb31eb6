import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { buffer } from 'node:stream/consumers'

// Independent checks, the longest first, as many at once as there are processors. The output of a failed one is printed
// in one piece, and all of them run, so that one look shows everything that is wrong. The linter needs the types
// anyhow, and reports what is wrong with them: `check:types` is for people at work.
const CHECKS = ['check:lint', 'test:rules', 'check:imports', 'check:dead', 'check:format']

type Outcome = { readonly check: string; readonly passed: boolean }

async function run(check: string): Promise<Outcome> {
  const startedAt = performance.now()
  const child = spawn('npm', ['run', '-s', check], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err] = await Promise.all([buffer(child.stdout), buffer(child.stderr)])
  const status = await ended
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`== ${check}: ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s`)
  if (status !== 0) process.stdout.write(Buffer.concat([out, err]))
  return { check, passed: status === 0 }
}

async function runLane(waiting: string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) outcomes.push(await run(check))
  return outcomes
}

const waiting = [...CHECKS]
const lanes = Array.from({ length: Math.max(1, availableParallelism()) }, () => runLane(waiting))
const failed = (await Promise.all(lanes)).flat().filter(({ passed }) => !passed)
if (failed.length > 0) console.error(`== failed: ${failed.map(({ check }) => check).join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
