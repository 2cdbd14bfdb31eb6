import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { DocumentPlace } from '../../../adapters/mim-source/mim-sources.ts'
import type { Encoded, FromReducer, Listed, Reduced, ToReducer } from './reducer-messages.ts'

export type Reducer = {
  readonly reduce: (place: DocumentPlace, document: Encoded) => Promise<Reduced>
  /** Like `reduce`, but only checks the document: its references are not reported. */
  readonly check: Reducer['reduce']
  readonly listClasses: (aggregate: Encoded) => Promise<Listed>
  /** The number of documents waiting or being read. */
  readonly waiting: () => number
  readonly close: () => Promise<void>
}

// A document may have 64 MB. One that needs more heap than this only ends the thread.
const HEAP_MB = 768
// Parsed documents are short-lived: a larger young generation takes more memory and saves little time.
const YOUNG_HEAP_MB = 32

const LOST = { ok: false, message: 'The document thread ended; a document may have been too large.' } as const

type Waiting = { readonly resolve: (result: Reduced | Listed) => void }

/**
 * A thread that reads documents one after the other, started on demand. If it dies, the documents waiting for it fail,
 * and the next one starts a new thread.
 */
export function createReducer(logger: Logger): Reducer {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(new URL('./reducer-worker.ts', import.meta.url), {
      name: 'mim-reducer',
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    })
    started.on('message', ({ id, result }: FromReducer) => settle(id, result))
    started.on('error', (error) => logger.error({ err: error }, 'the class document thread failed'))
    started.once('exit', () => {
      if (worker !== started) return
      worker = undefined
      for (const id of [...waiting.keys()]) settle(id, LOST)
    })
    return started
  }

  function settle(id: number, result: Reduced | Listed): void {
    waiting.get(id)?.resolve(result)
    waiting.delete(id)
  }

  function ask<T extends Reduced | Listed>(messageOf: (id: number) => ToReducer, body: Uint8Array<ArrayBuffer>): Promise<T> {
    const id = ++lastId
    worker ??= start()
    const asked = new Promise<T>((resolve) => waiting.set(id, { resolve: (result) => resolve(result as T) }))
    worker.postMessage(messageOf(id), [body.buffer])
    return asked
  }

  return {
    reduce: (place, { body, encoding }) => ask((id) => ({ type: 'document', id, place, body, encoding }), body),
    check: (place, { body, encoding }) => ask((id) => ({ type: 'check', id, place, body, encoding }), body),
    listClasses: ({ body, encoding }) => ask((id) => ({ type: 'aggregate', id, body, encoding }), body),
    waiting: () => waiting.size,
    close: async () => {
      const ending = worker
      worker = undefined
      for (const id of [...waiting.keys()]) settle(id, LOST)
      await ending?.terminate()
    },
  }
}
