import { canonicalNumber } from '../values/numbers.ts'

/**
 * A sum without rounding errors. Whole numbers of any size are added exactly; others by Neumaier's algorithm, so that a
 * million small numbers do not drift.
 */
export class ExactSum {
  /** The whole numbers, as long as their sum is exact. */
  #whole = 0
  /** The sum of those that did not fit. */
  #large = 0n
  #sum = 0
  #lost = 0

  /** A number, or the plain decimal text of one; false for anything else. */
  add(value: unknown): boolean {
    const text = typeof value === 'string' ? canonicalNumber(value) : undefined
    const number = typeof value === 'number' ? value : Number(text)
    if (!Number.isFinite(number) || (typeof value === 'string' && text === undefined)) return false
    if (Number.isSafeInteger(number)) this.#addWhole(number)
    else if (text !== undefined && !text.includes('.')) this.#large += BigInt(text)
    else this.#addFraction(number)
    return true
  }

  #addWhole(number: number): void {
    const sum = this.#whole + number
    if (Number.isSafeInteger(sum)) this.#whole = sum
    else {
      this.#large += BigInt(this.#whole) + BigInt(number)
      this.#whole = 0
    }
  }

  #addFraction(number: number): void {
    const sum = this.#sum + number
    this.#lost += Math.abs(this.#sum) >= Math.abs(number) ? this.#sum - sum + number : number - sum + this.#sum
    this.#sum = sum
  }

  /** The sum as a number. */
  get number(): number {
    const whole = this.#large + BigInt(this.#whole)
    return Number(whole) + (this.#sum + this.#lost)
  }

  /** The sum; a whole one beyond 2^53, which no number can hold, as text of all its digits. */
  get value(): number | string {
    const whole = this.#large + BigInt(this.#whole)
    return this.#sum + this.#lost === 0 && !Number.isSafeInteger(Number(whole)) ? String(whole) : this.number
  }
}
