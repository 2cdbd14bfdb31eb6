/** A run that was requested earlier can no longer run; the message becomes that of the run. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
}
