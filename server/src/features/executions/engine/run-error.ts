import type { RunFailure } from './engine-types.ts'

/** Ends a run from within its steps; `run-plan` turns it into the outcome. */
export class RunError extends Error {
  readonly failure: RunFailure

  constructor(failure: RunFailure) {
    super(failure.message)
    this.name = 'RunError'
    this.failure = failure
  }
}
