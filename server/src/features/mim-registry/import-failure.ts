/** Why a process leaves an import alone: its signal's reason, and what is thrown where the work can not go on. */
export class ImportStop extends Error {
  override readonly name = 'ImportStop'
  readonly why: 'cancelled' | 'lost' | 'stopped'

  constructor(why: ImportStop['why']) {
    super(`the import was ${why}`)
    this.why = why
  }
}

/** What ends an import as failed; the message is its summary, for people. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
}
