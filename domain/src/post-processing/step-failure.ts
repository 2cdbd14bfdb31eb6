/** A step that cannot continue. The run fails with this reason; the message says what to narrow. */
export class StepFailure extends Error {
  readonly reason: 'too_big'

  constructor(reason: 'too_big', message: string) {
    super(message)
    this.name = 'StepFailure'
    this.reason = reason
  }
}

/** Fails the step when it has produced more rows than a run may have. */
export function checkRowCount(rows: number, maxRows: number, type: string): void {
  if (rows > maxRows)
    throw new StepFailure('too_big', `${type} produces more than ${maxRows} rows: filter before this step`)
}
