import type { RunFailure } from './engine-types.ts'

/** Ends a run from within its steps; `run-plan` turns it into the outcome. */
export class RunError extends Error {
  readonly failure: RunFailure
  /** A ceiling of the run was exceeded: no other controller would have helped. */
  readonly isCeiling: boolean

  constructor(failure: RunFailure, { isCeiling = false } = {}) {
    super(failure.message)
    this.name = 'RunError'
    this.failure = failure
    this.isCeiling = isCeiling
  }
}
