import { SECOND } from '../../kernel/durations.ts'
import { FieldErrors, ServiceUnavailable } from '../../kernel/errors.ts'
import { openThread, type Thread } from '../threads/open-thread.ts'
import { ThreadOutOfMemory } from '../threads/thread-ended.ts'
import { createThreadPool } from '../threads/thread-pool.ts'
import type { YamlCalls } from './yaml-calls.ts'

/** Reads and writes YAML in threads: a large document takes seconds, and a hostile one all the memory it can get. */
export type YamlThreads = {
  /** The document as JSON, empty if there is none. Throws `FieldErrors` with the lines of all faults. */
  readonly read: (text: string) => Promise<string>
  readonly write: (json: string) => Promise<string>
  readonly close: () => Promise<void>
}

const PROGRAM = new URL('./yaml-worker.ts', import.meta.url)
const LIMITS = { total: 2, perLane: 2 }
const MEMORY = { heapMb: 256, youngHeapMb: 24 }
const DEADLINE_MS = 20 * SECOND

export function createYamlThreads(): YamlThreads {
  const threads = createThreadPool<YamlCalls>({
    limits: LIMITS,
    warm: 0,
    open: (onEnd) => openThread(PROGRAM, { name: 'YAML', memory: MEMORY, onEnd }),
  })

  async function use<Result>(
    work: (thread: Thread<YamlCalls>, options: { signal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const taken = await threads.take('yaml', signal)
    if (!taken) throw new ServiceUnavailable('Too many documents are being read. Try again later.')
    try {
      const result = await work(taken.thread, { signal })
      taken.release()
      return result
    } catch (error) {
      taken.discard()
      if (signal.aborted || error instanceof ThreadOutOfMemory)
        throw FieldErrors.nonField('The document takes too long to read: split it.')
      throw error
    }
  }

  return {
    read: async (text) => {
      const read = await use((thread, options) => thread.call('read', text, options))
      if ('faults' in read) throw FieldErrors.nonField(...read.faults)
      return read.json
    },
    write: (json) => use((thread, options) => thread.call('write', json, options)),
    close: threads.close,
  }
}
