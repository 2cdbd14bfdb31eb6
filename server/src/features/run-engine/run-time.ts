import type { RequestState } from '../../adapters/controller/controller-client.ts'
import type { RunFailure, WaitsFor } from './engine-types.ts'

export type RunTimeLimits = {
  /** Longest time that the run may take, apart from waiting for its turn. */
  readonly timeoutMs: number
  /** Longest time that it may wait in all; by default as long as it may take. */
  readonly mostWaitMs?: number
}

const WORDS: Readonly<Record<WaitsFor, string>> = {
  user: 'for earlier runs of its user',
  server: 'for its turn on the server',
  memory: 'for memory on the server',
  controller: 'for its turn at the controller',
}

type Late = (failure: RunFailure) => void

/** The time of a run. It stands still while the run waits for its turn. */
export class RunTime {
  readonly #timeoutMs: number
  readonly #mostWaitMs: number
  readonly #now: () => number
  readonly #waits: WaitsFor[] = []
  readonly #waited = new Map<WaitsFor, number>()
  readonly #listeners = new Set<Late>()
  #requestsWaiting = 0
  #requestsSent = 0
  #takenMs = 0
  #since: number
  #timer: NodeJS.Timeout | undefined

  constructor({ timeoutMs, mostWaitMs = timeoutMs }: RunTimeLimits, now = () => performance.now()) {
    this.#timeoutMs = timeoutMs
    this.#mostWaitMs = mostWaitMs
    this.#now = now
    this.#since = now()
    this.#arm()
  }

  /** The run waits until the returned function is called. */
  wait(what: WaitsFor): () => void {
    this.#change(() => this.#waits.push(what))
    let isOver = false
    return () => {
      if (!isOver) this.#change(() => this.#waits.splice(this.#waits.indexOf(what), 1))
      isOver = true
    }
  }

  /** A request of the run. The run waits while its requests do and none of them is under way. */
  request(): (state: RequestState) => void {
    let before: RequestState = 'over'
    return (state) => {
      this.#change(() => {
        if (before === 'waits') this.#requestsWaiting--
        if (before === 'sends') this.#requestsSent--
        if (state === 'waits') this.#requestsWaiting++
        if (state === 'sends') this.#requestsSent++
        before = state
      })
    }
  }

  waitedMs(): number {
    this.#settle()
    return Math.round(this.#allWaitedMs())
  }

  /** What the run waits for now. */
  waitsFor(): WaitsFor | undefined {
    return this.#waits.at(-1) ?? (this.#requestsWaiting > 0 && this.#requestsSent === 0 ? 'controller' : undefined)
  }

  /** Calls the listener once the run has used up its time, or its patience. Returns how to stop that. */
  onLate(listener: Late): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  /** Whether the time stands still or runs changes only here. */
  #change(apply: () => void): void {
    this.#settle()
    apply()
    this.#arm()
  }

  #settle(): void {
    const what = this.waitsFor()
    const elapsed = this.#now() - this.#since
    this.#since += elapsed
    if (what === undefined) this.#takenMs += elapsed
    else this.#waited.set(what, (this.#waited.get(what) ?? 0) + elapsed)
  }

  #arm(): void {
    clearTimeout(this.#timer)
    const isWaiting = this.waitsFor() !== undefined
    const leftMs = isWaiting ? this.#mostWaitMs - this.#allWaitedMs() : this.#timeoutMs - this.#takenMs
    this.#timer = setTimeout(() => this.#tellLate(isWaiting), Math.max(0, leftMs))
  }

  #tellLate(isWaiting: boolean): void {
    this.#settle()
    const failure = isWaiting ? waitedInVain(this.#waited) : lateAfter(this.#timeoutMs, this.#waited)
    for (const listener of this.#listeners) listener(failure)
  }

  #allWaitedMs(): number {
    return [...this.#waited.values()].reduce((sum, ms) => sum + ms, 0)
  }
}

function lateAfter(timeoutMs: number, waited: ReadonlyMap<WaitsFor, number>): RunFailure {
  const longest = longestOf(waited)
  const besides =
    longest === undefined || longest.ms < 1_000
      ? ''
      : `, besides ${secondsText(longest.ms)} of waiting ${longest.words}`
  const message = `The run took longer than ${timeoutMs / 1000} s${besides}. Narrow it with filters or a scope, or run it in the background.`
  return { reason: 'deadline', message }
}

function waitedInVain(waited: ReadonlyMap<WaitsFor, number>): RunFailure {
  const { ms = 0, words = WORDS.server } = longestOf(waited) ?? {}
  return { reason: 'deadline', message: `Waited ${secondsText(ms)} ${words}, which did not come. Run it again later.` }
}

function longestOf(waited: ReadonlyMap<WaitsFor, number>): { readonly ms: number; readonly words: string } | undefined {
  const [longest] = [...waited].sort(([, one], [, other]) => other - one)
  return longest && { ms: longest[1], words: WORDS[longest[0]] }
}

const secondsText = (ms: number): string => `${Math.max(1, Math.round(ms / 1000))} s`
