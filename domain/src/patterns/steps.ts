/**
 * Steps that an expression or a pattern may take over all rows that it is applied to: enough for a million texts of a
 * hundred characters and a pattern of a thousand instructions. A step is a character that a function looks at, or a
 * character that an instruction of a pattern looks at.
 */
export const MOST_STEPS = 100_000_000_000

/** Why something stopped. The message says what was too much, for people. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps'
}

/** What is left of the steps of one expression or pattern. */
export class Steps {
  readonly #most: number
  #left: number

  constructor(most: number = MOST_STEPS) {
    this.#most = most
    this.#left = most
  }

  spend(count: number): void {
    this.#left -= count
    if (this.#left < 0)
      throw new TooManySteps(
        `more than ${this.#most} steps over all rows, counting the characters that functions and patterns look at`,
      )
  }
}
