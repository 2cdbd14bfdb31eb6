import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { addUp, type Outcome, summaryOf } from './outcome.ts'
import { type Lane, type Services, type Stage, stagesFor, type Step } from './steps.ts'

/**
 * Far above the goal of 15: two runs a few tests apart took 20 and 38 minutes on machines of the same kind, and what is
 * slow only because of its neighbours is not broken. CI_LIMIT_MINUTES sets another.
 */
const LIMIT_MINUTES = 80

const POSTGRES = 'postgres://postgres@127.0.0.1:5432/postgres'
const REDIS = 'redis://127.0.0.1:6379'

const answers = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0

function findServices(): Services {
  return {
    ...(answers('pg_isready', '-q', '-h', '127.0.0.1', '-p', '5432') && {
      databaseUrl: process.env['TEST_DATABASE_URL'] ?? POSTGRES,
    }),
    ...(answers('redis-cli', '-h', '127.0.0.1', 'ping') && { redisUrl: process.env['TEST_REDIS_URL'] ?? REDIS }),
  }
}

/** Far enough behind what depends on real time that it is not slowed down; both still share two processors. */
const NICENESS = '10'

/** The output of a step in front is seen while it runs, that of one behind in one piece when it ends. */
async function run({ name, script, args = [], env }: Step, isInFront: boolean, tally: string): Promise<Outcome> {
  if (isInFront) console.log(`== ${name}`)
  const startedAt = performance.now()
  const command = ['npm', 'run', script, '--', ...args]
  const [program, ...rest] = isInFront ? command : ['nice', '-n', NICENESS, ...command]
  const child = spawn(program!, rest, {
    stdio: isInFront ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, TEST_TALLY: tally },
  })
  const [status, output] = await Promise.all([endOf(child), outputOf(child)])
  if (!isInFront) process.stdout.write(Buffer.concat([Buffer.from(`== ${name}\n`), output]))
  return { name, passed: status === 0, seconds: (performance.now() - startedAt) / 1000 }
}

const endOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('close', (status) => resolve(status)))

const outputOf = async ({ stdout, stderr }: ChildProcess): Promise<Buffer> =>
  stdout && stderr ? Buffer.concat(await Promise.all([buffer(stdout), buffer(stderr)])) : Buffer.alloc(0)

/** All of them run, whatever fails, so that one look shows everything that is wrong. */
async function runLane(lane: Lane, isInFront: boolean, tally: string): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of lane) outcomes.push(await run(step, isInFront, tally))
  return outcomes
}

async function runAll(stages: readonly Stage[], tally: string): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { front, behind = [] } of stages)
    outcomes.push(...(await Promise.all([runLane(front, true, tally), runLane(behind, false, tally)])).flat())
  return outcomes
}

/** `.ci/run` calls this after set-up, and says when it began, in seconds since 1970. */
const startedAt = Number(process.argv[2]) * 1000
const setUp: Outcome = { name: 'set-up', passed: true, seconds: (Date.now() - startedAt) / 1000 }
const services = findServices()
if (!services.databaseUrl && !services.redisUrl)
  console.log('== SKIPPED: tests on PostgreSQL and Redis; neither answers on loopback')
const folder = mkdtempSync(join(tmpdir(), 'heddle-ci-'))
const tally = join(folder, 'tally')
writeFileSync(tally, '')
const outcomes = await runAll(stagesFor(services, { isDaily: process.env['CI_DAILY'] === '1' }), tally)
const limit = Number(process.env['CI_LIMIT_MINUTES'] || LIMIT_MINUTES)
const { text, passed } = summaryOf(
  [setUp, ...outcomes],
  addUp(readFileSync(tally, 'utf8')),
  (Date.now() - startedAt) / 1000,
  limit,
)
rmSync(folder, { recursive: true })
console.log(text)
process.exitCode = passed ? 0 : 1
