import { SECOND } from '../../kernel/durations.ts'
import { FieldErrors, ServiceUnavailable } from '../../kernel/errors.ts'
import type { Lane } from '../../kernel/lane.ts'
import { openThread } from '../../platform/threads/open-thread.ts'
import { ThreadOutOfMemory } from '../../platform/threads/thread-ended.ts'
import { threadMemory, type ThreadBudget } from '../../platform/threads/thread-memory.ts'
import { createThreadPool } from '../../platform/threads/thread-pool.ts'
import type { PackCalls, PackUpload, ReadUpload } from './thread/pack-calls.ts'

/** Reads packs in a thread: unpacking one and running its examples takes seconds, or ends at a deadline. */
export type PackThreads = {
  /** Throws `FieldErrors` with everything that is wrong. */
  readonly read: (upload: PackUpload, lane: Lane) => Promise<ReadUpload>
  readonly close: () => Promise<void>
}

const PROGRAM = new URL('./thread/pack-worker.ts', import.meta.url)
const MEMORY = { mostMb: 600, youngHeapMb: 48 }
const DEADLINE_MS = 60 * SECOND

export function createPackThreads(budget: ThreadBudget): PackThreads {
  const { memory, ...lending } = threadMemory(budget, MEMORY)
  const threads = createThreadPool<PackCalls>({
    limits: { total: 1, perLane: 1 },
    warm: 0,
    ...lending,
    open: (onEnd) => openThread(PROGRAM, { name: 'packs', memory, onEnd }),
  })

  return {
    read: async (upload, lane) => {
      const signal = AbortSignal.timeout(DEADLINE_MS)
      const taken = await threads.take(lane, signal)
      if (!taken) throw new ServiceUnavailable('Other packs are being read. Try again later.')
      try {
        const read = await taken.thread.call('read', upload, { signal })
        taken.release()
        if ('faults' in read) throw new FieldErrors(read.faults)
        return JSON.parse(read.json) as ReadUpload
      } catch (error) {
        if (!(error instanceof FieldErrors)) taken.discard()
        if (signal.aborted || error instanceof ThreadOutOfMemory)
          throw new FieldErrors({ files: ['Reading the pack or running its examples takes too long.'] })
        throw error
      }
    },
    close: threads.close,
  }
}
