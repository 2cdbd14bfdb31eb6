import type { Clock, Timer } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { type MemoryBudget, SMALL_LOAN } from '../../../platform/memory/memory-budget.ts'
import { MemoryShort } from '../../../platform/memory/loans.ts'
import { AnswersOfRun, type Resources } from './answers-of-run.ts'

type Parts = {
  readonly memory: Pick<MemoryBudget, 'borrow' | 'limitBytes'>
  readonly clock: Pick<Clock, 'setTimer'>
  readonly idleMs?: number
}

const MB = 1024 * 1024
/** A hundred classes of a large fabric, compressed. A small machine keeps less. */
const MOST_BYTES = 128 * MB
/** Between two runs of a check there may be those of others. */
const IDLE_MS = 10 * SECOND

type OpenCheck = { readonly resources: Resources; runs: number; timer: Timer | undefined }

/**
 * What runs of a check have read, for its other runs in this process: they send each request once. All checks together
 * keep no more than one small loan; what does not fit is read again. A check without a run for a while is forgotten.
 */
export class SharedAnswers {
  readonly #parts: Parts
  readonly #mostBytes: number
  readonly #checks = new Map<string, OpenCheck>()
  #keptBytes = 0
  #loan: Promise<(() => void) | undefined> | undefined
  #isLent = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#mostBytes = Math.min(MOST_BYTES, Math.floor(SMALL_LOAN * parts.memory.limitBytes))
  }

  get keptBytes(): number {
    return this.#keptBytes
  }

  /** Opens what is shared for one run, which has to close it. */
  async open(checkId: string): Promise<{ readonly answers: AnswersOfRun; readonly close: () => void }> {
    const check = this.#checks.get(checkId) ?? { resources: new Map(), runs: 0, timer: undefined }
    this.#checks.set(checkId, check)
    check.timer?.cancel()
    check.runs += 1
    await this.#borrow()
    return {
      answers: new AnswersOfRun(check.resources, (bytes) => this.#keep(checkId, check, bytes)),
      close: () => {
        check.runs -= 1
        if (check.runs > 0 || this.#checks.get(checkId) !== check) return
        check.timer = this.#parts.clock.setTimer(() => this.#forget(checkId), this.#parts.idleMs ?? IDLE_MS)
      },
    }
  }

  close(): void {
    for (const [id, { timer }] of this.#checks) {
      timer?.cancel()
      this.#forget(id)
    }
  }

  /** Whether there is room for an answer, which then counts until its check is forgotten. */
  #keep(checkId: string, check: OpenCheck, bytes: number): boolean {
    const isOpen = this.#isLent && this.#checks.get(checkId) === check
    if (!isOpen || this.#keptBytes + bytes > this.#mostBytes) return false
    this.#keptBytes += bytes
    return true
  }

  #forget(checkId: string): void {
    const check = this.#checks.get(checkId)
    if (!check) return
    this.#checks.delete(checkId)
    for (const series of check.resources.values()) for (const one of series) this.#keptBytes -= one.keptBytes
    check.resources.clear()
    if (this.#checks.size > 0) return
    const loan = this.#loan
    this.#loan = undefined
    this.#isLent = false
    void loan?.then((giveBack) => giveBack?.())
  }

  /** Without room now, answers are shared only while they are on their way. */
  async #borrow(): Promise<void> {
    const loan = (this.#loan ??= this.#parts.memory
      .borrow({ bytes: this.#mostBytes, lane: this, signal: NEVER, longestWaitMs: 0 })
      .catch((error: unknown) => {
        if (!(error instanceof MemoryShort)) throw error
        return undefined
      }))
    const giveBack = await loan
    if (this.#loan !== loan) return
    if (giveBack) this.#isLent = true
    else this.#loan = undefined
  }
}

const NEVER = new AbortController().signal
