import { addAbortListener } from 'node:events'
import { FairSlots } from '../../kernel/fair-slots.ts'
import type { HeldLeases, Leases, LeaseUse, LeaseQueue } from '../cache/leases.ts'
import type { RequestBudget } from './controller-target.ts'

/** How long to wait for a hint that a lease is free; hints may be lost. */
const ASK_AGAIN_MS = 400
const SOONEST_MS = 5

type Waiter = { readonly lane: unknown; readonly since: number }
type Asker = { readonly settle: (lease: string | undefined) => void }

/**
 * Who may send a request to a controller next. Runs of this process take turns; the next one gets a lease, for which
 * the processes take turns.
 */
export class ControllerBudget {
  readonly #leases: Leases
  readonly #slots: FairSlots
  #limits: RequestBudget
  readonly #waiting = new Set<Waiter>()
  readonly #askers: Asker[] = []
  readonly #held = new Set<string>()
  #isAsking = false
  #wake = (): void => undefined
  #toldWaiting = false

  constructor(limits: RequestBudget, leases: Leases) {
    this.#limits = limits
    this.#leases = leases
    this.#slots = new FairSlots({ total: limits.parallel })
  }

  get limits(): RequestBudget {
    return this.#limits
  }

  set limits(limits: RequestBudget) {
    const isNew = limits.parallel !== this.#limits.parallel || limits.perMinute !== this.#limits.perMinute
    this.#limits = limits
    if (!isNew) return
    this.#slots.resize({ total: limits.parallel })
    this.#wake()
  }

  /** Resolves to a function that ends the turn, or to undefined if the signal fired first. */
  async acquire(lane: unknown, signal: AbortSignal): Promise<(() => void) | undefined> {
    const waiter = { lane, since: performance.now() }
    this.#waiting.add(waiter)
    try {
      const releaseSlot = await this.#slots.acquire(lane, signal)
      if (!releaseSlot) return undefined
      const lease = await this.#lease(signal)
      if (lease === undefined) releaseSlot()
      return lease === undefined ? undefined : this.#releaser(lease, releaseSlot)
    } finally {
      this.#waiting.delete(waiter)
    }
  }

  noteRefusal(): void {
    void this.#leases.noteRefusal(this.#limits.controller)
  }

  /** What all processes ask of the controller. */
  read(): Promise<LeaseUse> {
    return this.#leases.read(this.#limits.controller)
  }

  /** A lease was given back somewhere. */
  wake(): void {
    this.#wake()
  }

  get inFlight(): number {
    return this.#held.size
  }

  get waiting(): LeaseQueue {
    const now = performance.now()
    const waiters = [...this.#waiting]
    const longestMs = waiters.reduce((longest, { since }) => Math.max(longest, now - since), 0)
    return { requests: waiters.length, runs: new Set(waiters.map(({ lane }) => lane)).size, longestMs }
  }

  /** What other processes have to know; undefined if nothing is held and nothing has changed. */
  get held(): HeldLeases | undefined {
    const { waiting } = this
    const isNews = waiting.requests > 0 || this.#toldWaiting
    this.#toldWaiting = waiting.requests > 0
    return isNews || this.#held.size > 0
      ? { thing: this.#limits.controller, leases: [...this.#held], waiting }
      : undefined
  }

  async #lease(signal: AbortSignal): Promise<string | undefined> {
    if (signal.aborted) return undefined
    const { promise, resolve }: PromiseWithResolvers<string | undefined> = Promise.withResolvers()
    const asker: Asker = { settle: resolve }
    this.#askers.push(asker)
    using _listener = addAbortListener(signal, () => this.#giveUp(asker))
    if (this.#isAsking) this.#wake()
    else void this.#ask()
    return await promise
  }

  #giveUp(asker: Asker): void {
    const place = this.#askers.indexOf(asker)
    if (place < 0) return
    this.#askers.splice(place, 1)
    asker.settle(undefined)
    if (this.#askers.length === 0) this.#wake()
  }

  /** One at a time asks for all: the processes take turns, and no request needs more than one question. */
  async #ask(): Promise<void> {
    this.#isAsking = true
    const { controller } = this.#limits
    let isInTurn = false
    while (this.#askers.length > 0) {
      const hint = this.#nextHint()
      const { parallel, perMinute } = this.#limits
      const { leases, retryAfterMs } = await this.#leases.take(controller, {
        wanted: this.#askers.length,
        parallel,
        perMinute,
      })
      for (const lease of leases) this.#give(lease)
      isInTurn = this.#askers.length > 0
      if (isInTurn) await hint.orAfter(Math.max(SOONEST_MS, Math.min(retryAfterMs || ASK_AGAIN_MS, ASK_AGAIN_MS)))
    }
    this.#isAsking = false
    if (isInTurn) void this.#leases.leave(controller)
  }

  /** A waiter may have left while its lease was on the way. */
  #give(lease: string): void {
    const asker = this.#askers.shift()
    if (asker) this.#held.add(lease)
    if (asker) asker.settle(lease)
    else void this.#leases.release(this.#limits.controller, [lease])
  }

  /** Hints count from now on, also those that come before the wait begins. */
  #nextHint(): { readonly orAfter: (ms: number) => Promise<void> } {
    const { promise, resolve }: PromiseWithResolvers<void> = Promise.withResolvers()
    this.#wake = resolve
    return {
      orAfter: async (ms) => {
        const timer = setTimeout(resolve, ms)
        await promise
        clearTimeout(timer)
      },
    }
  }

  #releaser(lease: string, releaseSlot: () => void): () => void {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#held.delete(lease)
      // Sent before the next question, so that a request that waits here may get it.
      void this.#leases.release(this.#limits.controller, [lease])
      this.#wake()
      releaseSlot()
    }
  }
}
