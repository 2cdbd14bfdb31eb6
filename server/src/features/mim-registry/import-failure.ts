/** Why a process stops working on an import: the reason of its signal, also thrown where the work cannot continue. */
export class ImportStop extends Error {
  override readonly name = 'ImportStop'
  readonly why: 'cancelled' | 'lost' | 'stopped'

  constructor(why: ImportStop['why']) {
    super(`the import was ${why}`)
    this.why = why
  }
}

/** Ends an import as failed. The message is the summary shown to users. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
}
