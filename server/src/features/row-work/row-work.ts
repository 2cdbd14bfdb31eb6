import type { Logger } from 'pino'
import { SECOND } from '../../kernel/durations.ts'
import { ServiceUnavailable } from '../../kernel/errors.ts'
import type { Lane } from '../../kernel/lane.ts'
import { openThread, type Thread } from '../../platform/threads/open-thread.ts'
import { ThreadOutOfMemory } from '../../platform/threads/thread-ended.ts'
import { threadMemory, type ThreadBudget } from '../../platform/threads/thread-memory.ts'
import { createThreadPool, type ThreadUse } from '../../platform/threads/thread-pool.ts'
import { workDeadline } from '../../platform/threads/work-deadline.ts'
import type { RowWorkCalls, RowToolName, RowTools } from './thread/tools.ts'

type Methods<Name extends RowToolName> = RowTools[Name]['tool']
type Input<F> = F extends (input: infer I) => unknown ? I : undefined
type Output<F> = F extends (input: never) => infer O ? Awaited<O> : never

/** A tool in a thread of its own, which keeps its state there for the time of one use. */
export type RowSession<Name extends RowToolName> = {
  readonly call: <M extends keyof Methods<Name> & string>(
    method: M,
    input: Input<Methods<Name>[M]>,
  ) => Promise<Output<Methods<Name>[M]>>
}

type Terms = {
  readonly lane: Lane
  readonly signal: AbortSignal
  /** Milliseconds of processor time for all calls together. */
  readonly workMs: number
}

export type RowWork = {
  /**
   * Passes a tool to `work` once it is this lane's turn. Throws `TooMuchRowWork` when its calls take too much time or
   * memory. Do not wait for a client in there: others wait for the thread.
   */
  readonly use: <Name extends RowToolName, Result>(
    tool: Name,
    start: RowTools[Name]['start'],
    terms: Terms,
    work: (session: RowSession<Name>) => Promise<Result>,
  ) => Promise<Result>
  readonly threads: () => ThreadUse
  readonly close: () => Promise<void>
}

/** The message says which limit was met, for people. */
export class TooMuchRowWork extends Error {
  override readonly name = 'TooMuchRowWork'
}

const PROGRAM = new URL('./thread/row-work-thread.ts', import.meta.url)
// A user who keeps both busy leaves two to all others.
const LIMITS = { total: 4, perLane: 2 }
const WARM = 1
/** For the rows of a large launch, with what each column may have had before. */
const MEMORY = { mostMb: 384, youngHeapMb: 24 }
/** For memory; then the caller asks again. */
const LONGEST_WAIT_MS = 20 * SECOND
// Most calls end by themselves before that, which saves their thread.
const STOP_GRACE_MS = 200

const tooLarge = (mb: number): string => `The rows need more than ${mb} MB of memory.`
const tooSlow = (ms: number): string => `The rows take more than ${ms / SECOND} s of processor time.`

type Options = {
  readonly logger: Logger
  readonly program?: URL
  /** What a thread takes is borrowed here first. */
  readonly budget: ThreadBudget
}

/** Threads in which expressions and patterns of users meet rows: whatever they do there, the server goes on. */
export function createRowWork({ logger, program = PROGRAM, budget }: Options): RowWork {
  const { memory, ...lending } = threadMemory(budget, { ...MEMORY, longestWaitMs: LONGEST_WAIT_MS })
  const threads = createThreadPool<RowWorkCalls>({
    limits: LIMITS,
    warm: WARM,
    ...lending,
    open: (onEnd) => openThread(program, { name: 'row work', memory, onEnd }),
  })

  return {
    use: async (tool, start, terms, work) => {
      const { lane, signal } = terms
      const taken = await threads.take(lane, signal)
      if (!taken) throw requestEnded()
      const { thread } = taken
      const calls = callsInTime({ logger, heapMb: memory.heapMb, isClosed: threads.isClosed }, thread, terms)
      try {
        await calls((options) => thread.call('open', { tool, start }, options))
        const call = (method: string, input: unknown) =>
          calls((options) => thread.call('call', { method, input }, options))
        return await work({ call } as RowSession<typeof tool>)
      } finally {
        if (thread.isOpen()) await thread.call('close', undefined).catch(() => undefined)
        if (thread.isOpen()) taken.release()
        else taken.discard()
      }
    },
    threads: threads.use,
    close: threads.close,
  }
}

type CallParts = Pick<Options, 'logger'> & { readonly heapMb: number; readonly isClosed: () => boolean }
type CallOptions = { readonly signal: AbortSignal; readonly graceMs: number }

/** Calls that have so much time together. What takes more ends its thread. */
function callsInTime({ logger, heapMb, isClosed }: CallParts, thread: Thread<RowWorkCalls>, { signal, workMs }: Terms) {
  let restMs = workMs
  return async <Answer>(perform: (options: CallOptions) => Promise<Answer>): Promise<Answer> => {
    const before = thread.usageAtRest().cpuMs
    using deadline = workDeadline(thread, restMs)
    try {
      const answer = await perform({ signal: AbortSignal.any([signal, deadline.signal]), graceMs: STOP_GRACE_MS })
      // A new thread has spent time on its start.
      restMs -= before === 0 ? 0 : thread.usageAtRest().cpuMs - before
      return answer
    } catch (error) {
      if (signal.aborted || isClosed()) throw requestEnded()
      const isTooLarge = error instanceof ThreadOutOfMemory
      if (!deadline.signal.aborted && !isTooLarge) throw error
      const message = isTooLarge ? tooLarge(heapMb) : tooSlow(workMs)
      logger.warn({ limit: isTooLarge ? 'memory' : 'time' }, message)
      throw new TooMuchRowWork(message)
    }
  }
}

const requestEnded = () => new ServiceUnavailable('The rows were not read: the request has ended.')
