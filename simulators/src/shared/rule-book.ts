/** When a rule strikes, out of the requests or deliveries it is meant for. */
export type Timing = {
  /** Strike this many times, then stop. */
  readonly next?: number
  /** Let this many matching ones through first. */
  readonly after?: number
  /** Strike every n-th matching one. */
  readonly every?: number
}

export type ActiveRule<Rule> = { readonly rule: Rule; seen: number; struck: number; remove(): void }

/** The active rules of one kind of fault; they can change at any time. */
export class RuleBook<Rule extends Timing, Subject> {
  readonly #isMeant: (rule: Rule, subject: Subject) => boolean
  readonly #active: ActiveRule<Rule>[] = []

  constructor(isMeant: (rule: Rule, subject: Subject) => boolean) {
    this.#isMeant = isMeant
  }

  add(rule: Rule): ActiveRule<Rule> {
    const active: ActiveRule<Rule> = { rule, seen: 0, struck: 0, remove: () => this.#remove(active) }
    this.#active.push(active)
    return active
  }

  clear(): void {
    this.#active.length = 0
  }

  list(): readonly ActiveRule<Rule>[] {
    return this.#active
  }

  /** Counts the subject for each rule it matches, and returns the rules that apply. */
  strike(subject: Subject): Rule[] {
    return this.#active
      .filter((active) => this.#isMeant(active.rule, subject) && strikes(active))
      .map(({ rule }) => rule)
  }

  #remove(active: ActiveRule<Rule>): void {
    const index = this.#active.indexOf(active)
    if (index >= 0) this.#active.splice(index, 1)
  }
}

function strikes(active: ActiveRule<Timing>): boolean {
  const { after = 0, next = Infinity, every = 1 } = active.rule
  active.seen++
  if (active.seen <= after || active.struck >= next) return false
  if ((active.seen - after) % every !== 0) return false
  active.struck++
  return true
}
