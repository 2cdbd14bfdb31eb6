import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `endless`: it never came back. `static`: runs while files are loaded, so that it cannot be switched on later. */
export type Verdict = 'killed' | 'endless' | 'survived' | 'unreached' | 'static'

const VITEST = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))
const JUDGE = fileURLToPath(new URL('judge-mutants.ts', import.meta.url))
/** They ask for random values a thousand times: each mutant would take as long as with all other tests together. */
const LEFT_OUT = ['**/*.random.test.ts', '**/all-zones.test.ts', '**/cron-peer.test.ts']
/** Longer than the tests of one mutant ever take. */
const PATIENCE_MS = 10_000

/** Runs the tests of a folder of a copy with instrumented files: what they say about each mutant that they reach. */
export async function runTests(copy: string, folder: string): Promise<Map<string, Verdict>> {
  const progress = join(copy, 'progress')
  writeFileSync(progress, '')
  const done = () => linesOf(progress).flatMap(([kind, what]) => (kind === 'file' ? [what] : []))
  while (!(await runOnce(copy, folder, done()))) {
    const [kind, id] = linesOf(progress).at(-1) ?? []
    if (kind !== 'asked') throw new Error('No mutant was asked about.')
    appendFileSync(progress, `endless ${id}\n`)
  }
  if (done().length === 0) throw new Error('The tests do not run.')
  const verdicts = new Map<string, Verdict>()
  // What one test notices, others need not notice.
  for (const wanted of ['static', 'survived', 'endless', 'killed'] as const)
    for (const [kind, id] of linesOf(progress)) if (kind === wanted) verdicts.set(id, kind)
  return verdicts
}

const linesOf = (path: string): [string, string][] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ') as [string, string])

/** False when it had to be ended, because the tests of a mutant never came back. */
async function runOnce(copy: string, folder: string, done: readonly string[]): Promise<boolean> {
  const test = {
    include: [`domain/src/${folder}/**/*.test.ts`],
    exclude: [...LEFT_OUT, ...done],
    setupFiles: [JUDGE],
    pool: 'threads',
    maxWorkers: 1,
    passWithNoTests: true,
    ...{ testTimeout: 60_000, hookTimeout: 3_600_000 },
  }
  writeFileSync(join(copy, 'vitest.config.mjs'), `export default ${JSON.stringify({ test })}`)
  const progress = join(copy, 'progress')
  const env = { ...process.env, MUTANTS_PROGRESS: progress }
  const child = spawn(process.execPath, [VITEST, 'run', '--root', copy], {
    cwd: copy,
    env,
    stdio: 'ignore',
  })
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  let before = -1
  const watch = setInterval(() => {
    const { length } = readFileSync(progress)
    if (length === before && linesOf(progress).at(-1)?.[0] === 'asked') child.kill('SIGKILL')
    before = length
  }, PATIENCE_MS)
  const [, signal] = await ended
  clearInterval(watch)
  // Tests about time may fail, as instrumented code takes longer; they are not asked.
  return signal === null
}
