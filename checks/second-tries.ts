import { styleText } from 'node:util'
import type { Reporter, TestCase } from 'vitest/node'

/** Says at the end which tests passed at their second try only: each of them hides a fault. */
export class SecondTries implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return
    console.warn(
      styleText(
        'yellow',
        ['\nPassed at the second try only:', ...this.#names.map((name) => `  ${name}`), ''].join('\n'),
      ),
    )
  }
}
