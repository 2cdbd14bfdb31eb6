import { AiFailure } from '../../adapters/ai-provider/ai-failure.ts'
import { FairSlots } from '../../kernel/fair-slots.ts'
import type { Lane } from '../../kernel/lane.ts'
import type { UseScope } from './use-scope.ts'

/** Uses at once. A provider that hangs holds up those who ask it, but nobody else. */
const SLOTS = { perLane: 2, total: 64 }

/** The uses of this process: their turns, and their end when it stops. */
export class RunningUses {
  readonly #slots = new FairSlots(SLOTS)
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<unknown>>()

  /** Aborted when every use is to end. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Waits for the user's turn. */
  async inTurn<Result>(lane: Lane, scope: UseScope, work: () => Promise<Result>): Promise<Result> {
    const release = await this.#slots.acquire(lane, scope.signal)
    if (release === undefined) throw waitedInVain(scope)
    try {
      return await work()
    } finally {
      release()
    }
  }

  async track<Result>(done: Promise<Result>): Promise<Result> {
    this.#running.add(done)
    try {
      return await done
    } finally {
      this.#running.delete(done)
    }
  }

  interrupt(): void {
    this.#stopping.abort()
  }

  /** Resolves when the last use has left its audit entry. */
  async close(): Promise<void> {
    this.interrupt()
    await Promise.allSettled(this.#running)
  }
}

/** The scope knows best why it ended, but a turn that never came was not the provider's fault. */
function waitedInVain({ signal }: UseScope): AiFailure {
  const failure = signal.reason as AiFailure
  if (failure.reason !== 'timeout') return failure
  return new AiFailure('timeout', 'Too many questions to AI are being answered. Try again later.')
}
