import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest'

/** How often each mutant was reached. */
type Hits = Readonly<Record<string, number>>
/** What Stryker's instrumented code shares with its runner. */
type Namespace = {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number
  hitLimit?: number
  readonly mutantCoverage?: { readonly static: Hits; readonly perTest: Readonly<Record<string, Hits>> }
}
declare global {
  var __stryker__: Namespace | undefined
}
/** A test that reaches a mutant, and how often. */
type Witness = { readonly test: RunnerTestCase; readonly hits: number }

/** A test that takes longer is not asked about each mutant. */
const SLOWEST_MS = 1_000
/** So many times as often as without it, a mutant goes round and round. */
const MOST_HITS = 100

const PROGRESS = process.env['MUTANTS_PROGRESS']!
const ns = (globalThis.__stryker__ ??= {})

beforeEach(({ task }) => void (ns.currentTestId = task.id))
afterEach(() => void (ns.currentTestId = undefined))
/** Once the tests of a file have passed, they are run again for each mutant that they reach, the fastest first. */
// Vitest reads from the empty pattern what it has to hand over.
afterAll(async ({}, suite) => {
  // Before tests run again, which would count as well.
  for (const id of Object.keys(ns.mutantCoverage?.static ?? {})) appendFileSync(PROGRESS, `static ${id}\n`)
  const witnesses = await findWitnesses(testsIn(suite))
  for (const [id, seen] of witnesses) {
    appendFileSync(PROGRESS, `asked ${id}\n`)
    appendFileSync(PROGRESS, `${(await isKilled(id, seen)) ? 'killed' : 'survived'} ${id}\n`)
  }
  appendFileSync(PROGRESS, `file ${(suite as unknown as { filepath: string }).filepath}\n`)
})

async function findWitnesses(tests: readonly RunnerTestCase[]): Promise<Map<string, Witness[]>> {
  const judged = new Set(
    readFileSync(PROGRESS, 'utf8')
      .split('\n')
      .filter((line) => /^(?:killed|endless)/.test(line))
      .map((line) => line.split(' ')[1]!),
  )
  const witnesses = new Map<string, Witness[]>()
  for (const test of tests) {
    const ran = ns.mutantCoverage?.perTest[test.id]
    // Some tests cannot be run twice.
    if (!ran || !(await passes(test))) continue
    for (const [id, hits] of Object.entries(ran))
      if (!judged.has(id)) witnesses.set(id, [...(witnesses.get(id) ?? []), { test, hits }])
  }
  return witnesses
}

async function isKilled(id: string, witnesses: readonly Witness[]): Promise<boolean> {
  for (const { test, hits } of witnesses) {
    Object.assign(ns, { activeMutant: id, hitCount: 0, hitLimit: 1_000 + MOST_HITS * hits })
    const passed = await passes(test)
    ns.activeMutant = undefined
    if (!passed) return true
  }
  return false
}

async function passes(test: RunnerTestCase): Promise<boolean> {
  try {
    await TestRunner.getTestFn(test)()
    return true
  } catch {
    return false
  }
}

const testsIn = ({ tasks }: RunnerTestSuite): RunnerTestCase[] =>
  tasks
    .flatMap((task) => (task.type === 'test' ? [task] : testsIn(task)))
    .filter(({ result }) => result?.state === 'pass' && (result.duration ?? 0) < SLOWEST_MS)
    .sort((one, other) => (one.result?.duration ?? 0) - (other.result?.duration ?? 0))
