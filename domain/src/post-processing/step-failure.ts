/** A step that can not go on. The run ends with this reason; the message says what to narrow. */
export class StepFailure extends Error {
  readonly reason: 'too_big'

  constructor(reason: 'too_big', message: string) {
    super(message)
    this.name = 'StepFailure'
    this.reason = reason
  }
}

/** Ends the step when it has made more rows than a run may have. */
export function checkRowCount(rows: number, maxRows: number, type: string): void {
  if (rows > maxRows) throw new StepFailure('too_big', `${type} makes more than ${maxRows} rows: filter before it`)
}
