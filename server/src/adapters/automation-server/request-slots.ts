import { FairSlots } from '../../kernel/fair-slots.ts'

/** `act` starts or cancels a job, `output` may take minutes, `read` is everything else. */
export type RequestKind = 'act' | 'read' | 'output'

/**
 * Limits the requests in flight to one automation server. Reads and outputs together never take all slots, so that
 * launches and cancels do not wait behind them; beyond that, the kinds take turns.
 */
export class RequestSlots {
  readonly #all: FairSlots
  readonly #own: Readonly<Record<RequestKind, FairSlots>>

  constructor(total: number) {
    this.#all = new FairSlots({ total })
    this.#own = {
      act: new FairSlots({}),
      read: new FairSlots({ total: Math.max(1, Math.floor(total / 2)) }),
      output: new FairSlots({ total: Math.max(1, Math.floor(total / 3)) }),
    }
  }

  /** Resolves to a function that releases the slot, or to undefined if the signal fired first. */
  async acquire(kind: RequestKind, signal: AbortSignal): Promise<(() => void) | undefined> {
    const releaseOwn = await this.#own[kind].acquire(kind, signal)
    if (!releaseOwn) return undefined
    const release = await this.#all.acquire(kind, signal)
    if (!release) {
      releaseOwn()
      return undefined
    }
    return () => {
      release()
      releaseOwn()
    }
  }
}
