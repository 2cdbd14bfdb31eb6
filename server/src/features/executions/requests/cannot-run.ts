import type { Concern } from '../../run-engine/index.ts'
import { type Ending, failedEnding } from '../ending.ts'

/** A run that was requested earlier can no longer run; the message becomes that of the run. */
export class CannotRun extends Error {
  override readonly name: string = 'CannotRun'

  get ending(): Ending {
    return failedEnding({ reason: null, message: this.message })
  }
}

/** A check reads nothing of a fabric that it does not concern, or of which nobody can tell. */
export class UnreadCheck extends CannotRun {
  override readonly name = 'UnreadCheck'
  readonly #concern: Concern

  constructor(concern: Concern) {
    super(concern.reason)
    this.#concern = concern
  }

  override get ending(): Ending {
    const { status, reason } = this.#concern
    if (status === 'unknown') return super.ending
    return {
      ...super.ending,
      ...{ status: 'success', errorMessage: null },
      expectation: { status, reason, findings: 0, failing_rows: [] },
    }
  }
}
