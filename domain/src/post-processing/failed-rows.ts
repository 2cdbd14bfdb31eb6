/** Counts the rows a step failed for and remembers the first reason: one warning instead of thousands. */
export class FailedRows {
  count = 0
  #first = ''

  /** A reason that quotes a value is given as a function: only the first one is put into words. */
  add(reason: string | (() => string)): void {
    if (this.count === 0) this.#first = typeof reason === 'string' ? reason : reason()
    this.count += 1
  }

  /** No warning when nothing failed. */
  warnings(what: string, consequence: string, all: number): string[] {
    return this.count === 0 ? [] : [`${what}: ${this.count} of ${all} rows ${consequence} (the first: ${this.#first})`]
  }
}
