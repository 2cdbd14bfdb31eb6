import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'
import type { Tally } from './outcome.ts'

/** Appends how many tests passed and failed to the file that TEST_TALLY names, for the sum at the end of `.ci/run`. */
export class TestTally implements Reporter {
  #passed = 0
  #failed = 0

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result()
    if (state === 'passed') this.#passed += 1
    if (state === 'failed') this.#failed += 1
  }

  onTestRunEnd(): void {
    const file = process.env['TEST_TALLY']
    if (!file) return
    appendFileSync(file, `${JSON.stringify({ passed: this.#passed, failed: this.#failed } satisfies Tally)}\n`)
  }
}
