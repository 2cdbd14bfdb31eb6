import type { Readable } from 'node:stream'
import { SECOND } from '../../kernel/durations.ts'
import { ServiceUnavailable } from '../../kernel/errors.ts'
import { FairSlots } from '../../kernel/fair-slots.ts'
import type { MemoryBudget } from '../memory/memory-budget.ts'

/** Downloads of one user at once; a browser starts more only in turn. */
const MOST_OF_USER = 3
/** Of all users: each keeps threads, the database and a socket busy. */
const MOST_AT_ONCE = 24
/** Somebody waits for the first byte, and proxies give up after a minute. */
const LONGEST_WAIT_MS = 20 * SECOND
/** When one that found no turn may ask again: a usual download is over by then. */
const RETRY_MS = 30 * SECOND

export type DownloadOrder = {
  /** What it takes at most. */
  readonly bytes: number
  /** Whose turn it takes: a user. */
  readonly lane: unknown
  readonly signal: AbortSignal
  readonly longestWaitMs?: number
}

/** So many downloads of this user, or of all, are under way already. */
export class TooManyDownloads extends ServiceUnavailable {
  constructor() {
    super('Too many downloads at once. Wait until one of them has ended.', RETRY_MS)
  }
}

export type Downloads = {
  /**
   * Opens a file once it is its turn and there is memory for it, and keeps both until it is closed. Rejects with
   * `TooManyDownloads` or `MemoryShort` after a while.
   */
  readonly open: (order: DownloadOrder, file: () => Promise<Readable> | Readable) => Promise<Readable>
  /** How many there are. */
  readonly count: () => number
}

export function createDownloads(memory: Pick<MemoryBudget, 'borrow'>): Downloads {
  const turns = new FairSlots({ total: MOST_AT_ONCE, perLane: MOST_OF_USER })

  async function begin({ bytes, lane, signal, longestWaitMs = LONGEST_WAIT_MS }: DownloadOrder): Promise<() => void> {
    const endTurn = await turns.acquire(lane, AbortSignal.any([signal, AbortSignal.timeout(longestWaitMs)]))
    if (!endTurn) {
      signal.throwIfAborted()
      throw new TooManyDownloads()
    }
    try {
      const giveBack = await memory.borrow({ bytes, lane, signal, longestWaitMs })
      return () => {
        giveBack()
        endTurn()
      }
    } catch (error) {
      endTurn()
      throw error
    }
  }

  return {
    open: async (order, file) => {
      const end = await begin(order)
      try {
        const opened = await file()
        opened.once('close', end)
        return opened
      } catch (error) {
        end()
        throw error
      }
    },
    count: () => turns.taken,
  }
}
