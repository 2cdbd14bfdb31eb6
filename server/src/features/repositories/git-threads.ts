import { MINUTE } from '../../kernel/durations.ts'
import type { Functions, CallInput, Output } from '../../platform/threads/calls.ts'
import { openThread } from '../../platform/threads/open-thread.ts'
import { ThreadEnded } from '../../platform/threads/thread-ended.ts'
import { threadMemory, type ThreadBudget } from '../../platform/threads/thread-memory.ts'
import { createThreadPool } from '../../platform/threads/thread-pool.ts'
import type { GitCalls, GitOutcome } from './thread/git-calls.ts'

/** Works on repositories in threads: what a server sends takes as long, and as much memory, as it likes. */
export type GitThreads = {
  readonly call: <Name extends keyof GitCalls>(
    name: Name,
    input: CallInput<GitCalls[Name]>,
    signal: AbortSignal,
  ) => Promise<Output<GitCalls[Name]>>
  readonly close: () => Promise<void>
}

const PROGRAM = new URL('./thread/git-worker.ts', import.meta.url)
const LIMITS = { total: 2, perLane: 2 }
const MEMORY = { mostMb: 400, youngHeapMb: 32 }
const DEADLINE_MS = 2 * MINUTE

const TOO_MUCH = 'The repository takes too long, or too much memory, to be read.'
const refused = (message: string): GitOutcome<never> => ({ ok: false, message })

export function createGitThreads(budget: ThreadBudget): GitThreads {
  const { memory, ...lending } = threadMemory(budget, MEMORY)
  const threads = createThreadPool<GitCalls & Functions>({
    limits: LIMITS,
    warm: 0,
    ...lending,
    open: (onEnd) => openThread(PROGRAM, { name: 'Git', memory, onEnd }),
  })
  return {
    call: async (name, input, stopping) => {
      const deadline = AbortSignal.timeout(DEADLINE_MS)
      const signal = AbortSignal.any([stopping, deadline])
      const taken = await threads.take(null, signal)
      if (!taken) return refused('Too many repositories are being read.') as Output<GitCalls[typeof name]>
      try {
        const answer = await (taken.thread.call as (...given: unknown[]) => Promise<unknown>)(name, input, { signal })
        taken.release()
        return answer as Output<GitCalls[typeof name]>
      } catch (error: unknown) {
        taken.discard()
        if (deadline.aborted || error instanceof ThreadEnded) return refused(TOO_MUCH) as Output<GitCalls[typeof name]>
        throw error
      }
    },
    close: threads.close,
  }
}
