import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { Failure, FileTime, Tally } from './outcome.ts'

/** Appends what passed, what failed and how long files took to the file that TEST_TALLY names: for `.ci/run`. */
export class TestTally implements Reporter {
  #passed = 0
  readonly #failures: Failure[] = []
  readonly #files: FileTime[] = []

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'passed') this.#passed += 1
    if (state === 'failed') this.#failures.push(failure(`${test.module.relativeModuleId} > ${test.fullName}`, errors))
  }

  /** A file that could not be loaded, or whose hooks failed, has no test that says so. */
  onTestModuleEnd(module: TestModule): void {
    const errors = module.errors()
    if (errors.length > 0) this.#failures.push(failure(module.relativeModuleId, errors))
    const { collectDuration, duration } = module.diagnostic()
    this.#files.push({ name: module.relativeModuleId, seconds: (collectDuration + duration) / 1000 })
  }

  onTestRunEnd(): void {
    const file = process.env['TEST_TALLY']
    if (!file) return
    const tally: Tally = { passed: this.#passed, failures: this.#failures, files: this.#files }
    appendFileSync(file, `${JSON.stringify(tally)}\n`)
  }
}

type Fault = { readonly message: string; readonly diff?: string }

function failure(name: string, faults: readonly Fault[] = []): Failure {
  const [first] = faults
  const text = first ? stripVTControlCharacters([first.message, first.diff ?? ''].join('\n')) : ''
  return { name, why: text.trim().split('\n').slice(0, LINES).join('\n') }
}

/** Enough to see what differs; the whole is where the test ran, which may be far above. */
const LINES = 12
