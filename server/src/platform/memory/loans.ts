import { SECOND } from '../../kernel/durations.ts'
import { ServiceUnavailable } from '../../kernel/errors.ts'
import { FairSlots } from '../../kernel/fair-slots.ts'

/** When a caller who found no room may ask again: most of what is lent comes back within seconds. */
const RETRY_MS = 10 * SECOND

export type LoanRequest = {
  readonly bytes: number
  /** Whose turn it takes while memory is short: the `Lane` of a user, or anything else. */
  readonly lane: unknown
  readonly signal: AbortSignal
  /** How long it may wait for its turn; for as long as the signal allows unless given. */
  readonly longestWaitMs?: number
  /**
   * The caller may hold a loan that others wait for. It does not stand behind them, and one such loan is always given:
   * otherwise all would wait for each other.
   */
  readonly isPart?: boolean
}

/** There was no room for it in time. */
export class MemoryShort extends ServiceUnavailable {
  constructor() {
    super('The memory of the server is in use by other runs, downloads and comparisons. Try again later.', RETRY_MS)
  }
}

type LoanTerms = {
  /** Of what is neither used nor lent. */
  readonly freeBytes: (kind: LoanKind) => number
  /** Up to so many bytes, a loan does not wait behind those that take more. */
  readonly smallBytes: number
  /** Whether nothing else uses much memory: a loan that fits nowhere may then be alone. */
  readonly isIdle: () => boolean
  readonly onRefused: () => void
}
export type LoanKind = 'large' | 'small' | 'part'

/** Memory lent for a while to what is not a run. Users and their groups take turns, as for places. */
export class Loans {
  readonly #terms: LoanTerms
  readonly #turns: Readonly<Record<LoanKind, FairSlots>>

  constructor(terms: LoanTerms) {
    this.#terms = terms
    const turns = (kind: LoanKind, mayExceed: () => boolean): FairSlots => {
      const total = (): number => slots.taken + Math.max(0, terms.freeBytes(kind))
      const slots = new FairSlots({ total }, mayExceed)
      return slots
    }
    const isAlone = () => this.lentBytes === 0 && terms.isIdle()
    this.#turns = { large: turns('large', isAlone), small: turns('small', isAlone), part: turns('part', () => true) }
  }

  get lentBytes(): number {
    return this.#sum(({ taken }) => taken)
  }

  get waiting(): number {
    return this.#sum(({ waiting }) => waiting)
  }

  get smallWaiting(): number {
    return this.#turns.small.waiting + this.#turns.part.waiting
  }

  /** Resolves to a function that gives it back. Rejects with `MemoryShort`, or with the reason of the signal. */
  async borrow({ bytes, lane, signal, longestWaitMs, isPart = false }: LoanRequest): Promise<() => void> {
    signal.throwIfAborted()
    const kind = isPart ? 'part' : bytes <= this.#terms.smallBytes ? 'small' : 'large'
    const late = new AbortController()
    const timer = longestWaitMs === undefined ? undefined : setTimeout(() => late.abort(), longestWaitMs)
    const giveBack = await this.#turns[kind].acquire(lane, AbortSignal.any([signal, late.signal]), bytes)
    clearTimeout(timer)
    if (giveBack)
      return () => {
        giveBack()
        this.lendToWaiting()
      }
    signal.throwIfAborted()
    this.#terms.onRefused()
    throw new MemoryShort()
  }

  /** Lends to those next in turn, as far as there is room. */
  lendToWaiting(): void {
    const { part, small, large } = this.#turns
    for (const turns of [part, small, large]) turns.startWaiting()
  }

  #sum(of: (turns: FairSlots) => number): number {
    return Object.values(this.#turns).reduce((total, turns) => total + of(turns), 0)
  }
}
