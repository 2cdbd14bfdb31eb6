import { TooManySteps } from '../patterns/steps.ts'

/** A step that cannot continue. The run fails with this reason; the message says what to narrow. */
export class StepFailure extends Error {
  readonly reason: 'too_big'

  constructor(reason: 'too_big', message: string) {
    super(message)
    this.name = 'StepFailure'
    this.reason = reason
  }
}

/** Fails the step when a pattern of it takes too many steps. */
export function withinSteps<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof TooManySteps ? new StepFailure('too_big', error.message) : error
  }
}

/** Fails the step when it has produced more rows than a run may have. */
export function checkRowCount(rows: number, maxRows: number, type: string): void {
  if (rows > maxRows)
    throw new StepFailure('too_big', `${type} produces more than ${maxRows} rows: filter before this step`)
}
