import { type AbortScope, openAbortScope } from '../outbound/abort-scope.ts'
import type { Refusal } from '../outbound/controller-failure.ts'
import type { ControllerBudget } from './controller-budget.ts'
import { takeTurn, type Wait } from './take-turn.ts'

type Turn = { readonly scope: AbortScope; readonly release: () => void }
type Terms = Wait & {
  /** How long a turn may take. */
  readonly timeoutMs: number
}

/** The turns that a test takes at a controller, one after the other: each has its own time, which no wait uses up. */
export class TestTurns {
  readonly #budget: ControllerBudget
  readonly #terms: Terms
  #turn: Turn | undefined
  #waitedMs = 0

  constructor(budget: ControllerBudget, terms: Terms) {
    this.#budget = budget
    this.#terms = terms
  }

  /** Ends the turn before and waits for the next one; what it resolves to says why there is none. */
  async next(): Promise<Refusal | undefined> {
    this.end()
    const startedAt = performance.now()
    const taken = await takeTurn(this.#budget, this.#terms)
    this.#waitedMs += performance.now() - startedAt
    if (typeof taken !== 'function') return taken
    this.#turn = { release: taken, scope: openAbortScope([this.#terms.signal], this.#terms.timeoutMs) }
    return undefined
  }

  get isHeld(): boolean {
    return this.#turn !== undefined
  }

  /** Of the present turn. */
  get signal(): AbortSignal {
    return this.#turn?.scope.signal ?? this.#terms.signal
  }

  get waitedMs(): number {
    return this.#waitedMs
  }

  end(): void {
    this.#turn?.scope.close()
    this.#turn?.release()
    this.#turn = undefined
  }
}
