import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { DocumentPlace } from '../../../adapters/mim-source/mim-sources.ts'
import type { Encoded, FromReducer, Listed, Reduced, ToReducer } from './reducer-messages.ts'

export type Reducer = {
  readonly reduce: (place: DocumentPlace, document: Encoded) => Promise<Reduced>
  /** The same for a document that is only looked at: what it speaks of is not reported. */
  readonly check: Reducer['reduce']
  readonly listClasses: (aggregate: Encoded) => Promise<Listed>
  /** Documents that wait to be read, or are being read. */
  readonly waiting: () => number
  readonly close: () => Promise<void>
}

// A document may have 64 MB; one that needs more heap than this ends its thread, no more.
const HEAP_MB = 768
// What a document leaves is thrown away at once: a larger nursery takes memory and saves little time.
const YOUNG_HEAP_MB = 32

const LOST = { ok: false, message: 'The thread that reads documents has ended; perhaps a document was too large for it.' } as const

type Waiting = { readonly resolve: (result: Reduced | Listed) => void }

/** A thread that reads documents, one after the other. It starts with the first one; one that dies fails what waits for it, the next gets a new one. */
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
    started.on('error', (error) => logger.error({ err: error }, 'the thread that reads class documents failed'))
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
