import type { Logger } from 'pino'
import type { DocumentPlace } from '../../../adapters/mim-source/mim-sources.ts'
import { moved } from '../../../platform/threads/bytes.ts'
import { openThread, type Thread } from '../../../platform/threads/open-thread.ts'
import { threadMemory, type ThreadBudget } from '../../../platform/threads/thread-memory.ts'
import { ThreadEnded } from '../../../platform/threads/thread-ended.ts'
import type { Encoded, Listed, Reduced, ReducerCalls } from './reducer-calls.ts'

export type Reducer = {
  readonly reduce: (place: DocumentPlace, document: Encoded) => Promise<Reduced>
  /** Like `reduce`, but only checks the document: its references are not reported. */
  readonly check: Reducer['reduce']
  readonly listClasses: (aggregate: Encoded) => Promise<Listed>
  /** The number of documents waiting or being read. */
  readonly waiting: () => number
  readonly close: () => Promise<void>
}

// Documents are limited in size. One that still needs more heap than this only ends the thread.
// Parsed documents are short-lived: a larger young generation takes more memory and saves little time.
const MEMORY = { mostMb: 800, youngHeapMb: 32, share: 1 / 4 }

const LOST = { ok: false, message: 'The document thread ended; a document may have been too large.' } as const

/**
 * A thread that reads documents one after the other, started on demand. If it dies, the documents waiting for it fail,
 * and the next one starts a new thread. Its heap is borrowed while documents are waiting for it or read; once the
 * signal fires, they no longer are.
 */
export function createReducer(logger: Logger, budget: ThreadBudget, signal: AbortSignal): Reducer {
  const { memory, borrow } = threadMemory(budget, MEMORY)
  let loan: Promise<() => void> | undefined
  let thread: Thread<ReducerCalls> | undefined
  let waiting = 0

  const logFailure = (error: unknown): void => logger.error({ err: error }, 'the class document thread failed')

  function start(): Thread<ReducerCalls> {
    return openThread(new URL('./reducer-worker.ts', import.meta.url), {
      name: 'class document',
      memory,
      onEnd: ({ cause }) => {
        if (cause !== undefined) logFailure(cause)
      },
    })
  }

  function giveBack(): void {
    loan?.then(
      (end) => end(),
      () => undefined,
    )
    loan = undefined
  }

  async function read<T>(ask: (thread: Thread<ReducerCalls>) => Promise<T>): Promise<T | typeof LOST> {
    waiting++
    loan ??= borrow('class documents', signal)
    try {
      await loan
      if (!thread?.isOpen()) thread = start()
      return await ask(thread)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ThreadEnded)) logFailure(error)
      return LOST
    } finally {
      waiting--
      if (waiting === 0) giveBack()
    }
  }

  return {
    reduce: (place, { body, encoding }) => read((open) => open.call('reduce', moved({ place, body, encoding }, body))),
    check: (place, { body, encoding }) => read((open) => open.call('check', moved({ place, body, encoding }, body))),
    listClasses: ({ body, encoding }) => read((open) => open.call('listClasses', moved({ body, encoding }, body))),
    waiting: () => waiting,
    close: async () => {
      await thread?.close()
    },
  }
}
