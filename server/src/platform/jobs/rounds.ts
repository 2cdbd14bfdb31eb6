/** Whose turn it was in a queue, and who has how many of the places of this process. */
export class Rounds {
  readonly #half: number
  readonly #taken = new Map<string, number>()
  #circle = ''
  /** Of groups only: a lane that is alone in its circle is always the next of it. */
  readonly #lanes = new Map<string, string>()

  constructor(places: number) {
    this.#half = Math.max(1, Math.floor(places / 2))
  }

  /** The circle whose turn it was last, and the lane whose turn it was last in each. */
  last(): { readonly circle: string; readonly circles: readonly string[]; readonly lanes: readonly string[] } {
    return { circle: this.#circle, circles: [...this.#lanes.keys()], lanes: [...this.#lanes.values()] }
  }

  note(circle: string, lane?: string): void {
    this.#circle = circle
    if (lane !== undefined && circle.startsWith('g')) this.#lanes.set(circle, lane)
  }

  /** Lanes that have half of the places: the others come first. */
  atHalf(): string[] {
    return [...this.#taken].flatMap(([lane, taken]) => (taken >= this.#half ? lane : []))
  }

  begin(lane: string): void {
    this.#taken.set(lane, (this.#taken.get(lane) ?? 0) + 1)
  }

  end(lane: string): void {
    const left = (this.#taken.get(lane) ?? 0) - 1
    if (left > 0) this.#taken.set(lane, left)
    else this.#taken.delete(lane)
  }
}
