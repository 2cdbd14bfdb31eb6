import { type Admitted, bytesOfPage, isSmall, LEAST_EXPECTED_BYTES, SMALL_BYTES, takesLittle } from './admitted.ts'
import { type LoanKind, type LoanRequest, Loans } from './loans.ts'
import { MemoryRecovery } from './memory-recovery.ts'
import { Patience } from './patience.ts'
import { residentBytes } from './resident-memory.ts'

const MB = 1024 * 1024
/** A run starts only if all that is expected by then stays below this share of the limit. */
const START_BELOW = 0.75
/** The same for what is lent: a little above, because loans are short and no run starts into that room. */
const LEND_BELOW = 0.8
/** Where the next page would lead beyond this, the largest run ends. */
const END_FROM = 0.88
/** The same for a run that is alone: to end it helps nobody else, so it may take nearly all. */
const END_LAST_FROM = 0.97
/** Too small to count, such as an empty page. */
const SMALL_PAGE_BYTES = MB / 4
/** Small runs and loans start and read until so much is used: what is above `END_FROM` is kept for them. */
const SMALL_BELOW = 0.95
/** While fewer of them are at work than would fit there, large ones leave them too little. */
const SMALL_PLACES = 2
/** A loan is small up to this share of the limit: a small machine keeps less for such. */
export const SMALL_LOAN = 1 / 16
/** A busy thread fills a hundred megabytes in less than two of them. */
const LOOK_MS = 50

type Waiter = { readonly expectedBytes: number; readonly settle: () => void }

export type MemoryRequest = {
  readonly expectedBytes: number
  readonly signal: AbortSignal
  readonly wait: (what: 'memory') => () => void
  /** Ends the run, because memory is short and it is the largest. */
  readonly end: () => void
}

type MemoryTerms = {
  readonly limitBytes: number
  readonly usedBytes?: () => number
  /** A borrower found no room in time. */
  readonly onRefused?: () => void
}

export type MemoryPlace = {
  /** The run says what it uses, after each page and now and then. */
  readonly use: (bytes: number) => void
  /** What somebody else found that it uses, at any time. */
  readonly measured: (bytes: number) => void
  /** Before each page: waits until there is room for it. While memory is short, only the oldest run goes on. */
  readonly room: () => Promise<void>
  /** How large the page is that has come. The run says what it uses once it has read that, unless it is small. */
  readonly read: (bytes: number) => void
  readonly release: () => void
}

/**
 * Keeps a process within its memory: a run waits while there is no room for what it is expected to read, and if memory
 * gets short all the same, the largest one ends before the system kills them all. Whatever else takes much memory, such
 * as a download, borrows it first.
 */
export class MemoryBudget {
  readonly limitBytes: number
  readonly #smallLoanBytes: number
  readonly #usedBytes: () => number
  readonly #running = new Set<Admitted>()
  readonly #waiting: Waiter[] = []
  readonly #whenShort = new Set<() => void>()
  readonly #waitingForPages = new Set<Admitted>()
  readonly #patience = new Patience()
  readonly #recovery: MemoryRecovery
  readonly #loans: Loans
  #timer: NodeJS.Timeout | undefined
  /** It was ended, and is not gone yet. */
  #leaving: Admitted | undefined
  #nextLook = Promise.withResolvers<void>()

  constructor({ limitBytes, usedBytes = residentBytes, onRefused = () => undefined }: MemoryTerms) {
    this.limitBytes = limitBytes
    this.#usedBytes = usedBytes
    this.#recovery = new MemoryRecovery(usedBytes)
    this.#smallLoanBytes = Math.min(SMALL_BYTES, SMALL_LOAN * limitBytes)
    this.#loans = new Loans({
      smallBytes: this.#smallLoanBytes,
      freeBytes: (kind) => this.#lendBelow(kind) - this.#expectedBytes(),
      isIdle: () => this.#running.size === 0,
      onRefused,
    })
  }

  /** Undefined if the signal fired first. */
  async admit(given: MemoryRequest): Promise<MemoryPlace | undefined> {
    const request = { ...given, expectedBytes: Math.max(given.expectedBytes, LEAST_EXPECTED_BYTES) }
    if (!(await this.#turn(request))) return undefined
    const run: Admitted = { ...request, usedBytes: 0, pageBytes: 0, reading: 0 }
    this.#running.add(run)
    this.#startLooking()
    return {
      use: (bytes) => {
        run.usedBytes = bytes
        this.#isRead(run)
      },
      measured: (bytes) => {
        run.usedBytes = bytes
      },
      room: () => this.#room(run, request),
      read: (bytes) => {
        run.pageBytes = Math.max(run.pageBytes, bytes, 1)
        if (bytes < SMALL_PAGE_BYTES) this.#isRead(run)
      },
      release: () => this.#release(run),
    }
  }

  /**
   * For work that is no run: waits in turn for its memory and resolves to a function that gives it back. Rejects with
   * `MemoryShort` when the wait gets too long.
   */
  async borrow(request: LoanRequest): Promise<() => void> {
    this.#startLooking()
    const giveBack = await this.#loans.borrow(request)
    return () => {
      giveBack()
      this.#startWaiting()
    }
  }

  /**
   * Calls it now and then while somebody waits for memory: what is kept only because it may be of use again is to go.
   * Returns a function that ends this.
   */
  onShort(giveUp: () => void): () => void {
    this.#whenShort.add(giveUp)
    return () => void this.#whenShort.delete(giveUp)
  }

  /** Looks at once instead of a moment later. */
  look(): void {
    if (this.#isAwaited()) for (const giveUp of this.#whenShort) giveUp()
    this.#startWaiting()
    this.#relieve()
    this.#wake()
    if (this.#running.size > 0 || this.#waiting.length > 0 || this.#loans.waiting > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  use() {
    const { size: running } = this.#running
    const { lentBytes, waiting: borrowersWaiting } = this.#loans
    return {
      limitBytes: this.limitBytes,
      usedBytes: this.#usedBytes(),
      running,
      waiting: this.#waiting.length,
      lentBytes,
      borrowersWaiting,
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** False if the signal fired first. */
  async #turn({ expectedBytes, signal, wait }: MemoryRequest): Promise<boolean> {
    if (signal.aborted) return false
    if (this.#maySkip(expectedBytes) || (this.#waiting.length === 0 && this.#hasRoomFor(expectedBytes))) return true
    const { promise, resolve }: PromiseWithResolvers<void> = Promise.withResolvers()
    const waiter = { expectedBytes, settle: () => resolve() }
    this.#waiting.push(waiter)
    this.#startLooking()
    signal.addEventListener('abort', waiter.settle, { once: true })
    const over = wait('memory')
    await promise
    over()
    signal.removeEventListener('abort', waiter.settle)
    if (this.#waiting.includes(waiter)) this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
    return !isAborted(signal)
  }

  async #room(run: Admitted, { signal, wait }: MemoryRequest): Promise<void> {
    this.#relieve()
    if (!this.#mayRead(run)) {
      const over = wait('memory')
      this.#waitingForPages.add(run)
      while (!this.#mayRead(run) && !signal.aborted) await this.#nextLook.promise
      this.#waitingForPages.delete(run)
      over()
    }
    run.reading += 1
  }

  #isRead(run: Admitted): void {
    run.reading = Math.max(0, run.reading - 1)
    this.#wake()
  }

  #release(run: Admitted): void {
    this.#running.delete(run)
    if (this.#leaving === run) {
      this.#leaving = undefined
      this.#recovery.begin()
    }
    this.#startWaiting()
    this.#wake()
  }

  #isAwaited(): boolean {
    return this.#waiting.length + this.#loans.waiting + this.#waitingForPages.size > 0
  }

  #startLooking(): void {
    this.#timer ??= setInterval(() => this.look(), LOOK_MS).unref()
  }

  /** Lets those look again who wait for room. */
  #wake(): void {
    this.#nextLook.resolve()
    this.#nextLook = Promise.withResolvers()
  }

  #startWaiting(): void {
    const waiting = this.#waiting
    while (waiting.length > 0 && this.#hasRoomFor(waiting[0]!.expectedBytes)) waiting.shift()!.settle()
    for (const waiter of waiting.filter(({ expectedBytes }) => this.#maySkip(expectedBytes))) {
      waiting.splice(waiting.indexOf(waiter), 1)
      waiter.settle()
    }
    this.#loans.lendToWaiting()
  }

  #hasRoomFor(bytes: number): boolean {
    const isAlone = this.#running.size === 0 && !this.#recovery.isGoingOn()
    return isAlone || this.#expectedBytes() + bytes <= START_BELOW * this.limitBytes
  }

  #maySkip(bytes: number): boolean {
    return bytes <= SMALL_BYTES && this.#usedBytes() + this.#loans.lentBytes + bytes <= SMALL_BELOW * this.limitBytes
  }

  /** What is used and lent, and what the runs are still expected to take. */
  #expectedBytes(): number {
    const outstanding = [...this.#running].map((run) => Math.max(0, run.expectedBytes - run.usedBytes))
    return outstanding.reduce((sum, bytes) => sum + bytes, this.#usedBytes() + this.#loans.lentBytes)
  }

  /** On a small machine a share would leave no room for a small run: its plan, and its thread. */
  #lendBelow(kind: LoanKind): number {
    const mostSmall = SMALL_BELOW * this.limitBytes
    if (kind !== 'large') return mostSmall
    return Math.min(LEND_BELOW * this.limitBytes, mostSmall - SMALL_PLACES * this.#smallLoanBytes)
  }

  #relieve(): void {
    const first = this.#oldest()
    const smallWaited = this.#patience.isLost(this.#leavesSmallNothing())
    if (this.#leaving || !first || this.#recovery.isGoingOn()) return
    if (!smallWaited && this.#usedBytes() + bytesOfPage(first) < this.#endFrom()) return
    const largest = [...this.#running].sort((one, other) => other.usedBytes - one.usedBytes)[0]
    // To end one that takes hardly more than its thread would help nobody.
    if (!largest || isSmall(largest)) return
    this.#leaving = largest
    largest.end()
  }

  /**
   * What is refused to the oldest run here makes `#relieve` end one, unless all are small: otherwise all would wait for
   * each other.
   */
  #mayRead(run: Admitted): boolean {
    if (!this.#running.has(run)) return true
    const after = this.#usedBytes() + bytesOfPage(run)
    const beingRead = [...this.#running].reduce((sum, one) => sum + one.reading * bytesOfPage(one), 0)
    if (after + beingRead < (takesLittle(run) ? SMALL_BELOW : START_BELOW) * this.limitBytes) return true
    return run === this.#oldest() && (isSmall(run) || after < this.#endFrom())
  }

  /** Whether small ones wait although few are at work: what keeps the memory is large, then. */
  #leavesSmallNothing(): boolean {
    const waiting = [...this.#waiting, ...this.#waitingForPages].filter(takesLittle).length + this.#loans.smallWaiting
    const reading = [...this.#running].filter((run) => takesLittle(run) && !this.#waitingForPages.has(run))
    const atWork = reading.reduce((sum, { expectedBytes }) => sum + expectedBytes, this.#loans.lentBytes)
    return waiting > 0 && atWork < SMALL_PLACES * this.#smallLoanBytes
  }

  /** The oldest run that stays: it always goes on, so that some run gets to its end. */
  #oldest(): Admitted | undefined {
    return [...this.#running].find((run) => run !== this.#leaving)
  }

  #endFrom(): number {
    return (this.#running.size === 1 ? END_LAST_FROM : END_FROM) * this.limitBytes
  }
}

/** A function, because the compiler takes what it has seen of a signal before a wait for granted. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted
