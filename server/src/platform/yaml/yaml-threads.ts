import { SECOND } from '../../kernel/durations.ts'
import { FieldErrors, ServiceUnavailable } from '../../kernel/errors.ts'
import type { Lane } from '../../kernel/lane.ts'
import { openThread, type Thread } from '../threads/open-thread.ts'
import { ThreadOutOfMemory } from '../threads/thread-ended.ts'
import { threadMemory, type ThreadBudget } from '../threads/thread-memory.ts'
import { createThreadPool } from '../threads/thread-pool.ts'
import type { YamlCalls } from './yaml-calls.ts'

/** Reads and writes YAML in threads: a large document takes seconds, and a hostile one all the memory it can get. */
export type YamlThreads = {
  /** The document as JSON, empty if there is none. Throws `FieldErrors` with the lines of all faults. */
  readonly read: (text: string, lane: Lane | null) => Promise<string>
  readonly write: (json: string, lane: Lane | null) => Promise<string>
  readonly close: () => Promise<void>
}

const PROGRAM = new URL('./yaml-worker.ts', import.meta.url)
const LIMITS = { total: 2, perLane: 2 }
const MEMORY = { mostMb: 280, youngHeapMb: 24 }
const DEADLINE_MS = 20 * SECOND

export function createYamlThreads(budget: ThreadBudget): YamlThreads {
  const { memory, ...lending } = threadMemory(budget, MEMORY)
  const threads = createThreadPool<YamlCalls>({
    limits: LIMITS,
    warm: 0,
    ...lending,
    open: (onEnd) => openThread(PROGRAM, { name: 'YAML', memory, onEnd }),
  })

  async function use<Result>(
    lane: Lane | null,
    work: (thread: Thread<YamlCalls>, options: { signal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const taken = await threads.take(lane, signal)
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
    read: async (text, lane) => {
      const read = await use(lane, (thread, options) => thread.call('read', text, options))
      if ('faults' in read) throw FieldErrors.nonField(...read.faults)
      return read.json
    },
    write: (json, lane) => use(lane, (thread, options) => thread.call('write', json, options)),
    close: threads.close,
  }
}
