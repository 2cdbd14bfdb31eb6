import type { Logger } from 'pino'
import { tooLargeInWords } from '../../../platform/rows/rows-too-large.ts'
import { MINUTE } from '../../../kernel/durations.ts'
import { openThread, type ThreadMemory } from '../../../platform/threads/open-thread.ts'
import { threadMemory, type ThreadBudget } from '../../../platform/threads/thread-memory.ts'
import type { ArchiveCalls, ToolName, Tools } from './archive-calls.ts'

type Methods<Name extends ToolName> = Tools[Name]['tool']
type Input<F> = F extends (input: infer I) => unknown ? I : undefined
type Output<F> = F extends (input: never) => infer O ? O : never

/** A tool running in a thread. It keeps its state there until it is closed. */
export type Session<Name extends ToolName> = {
  readonly call: <M extends keyof Methods<Name> & string>(
    method: M,
    input: Input<Methods<Name>[M]>,
  ) => Promise<Output<Methods<Name>[M]>>
  readonly close: () => void
}

export type Threads = {
  readonly open: <Name extends ToolName>(tool: Name, start: Tools[Name]['start']) => Promise<Session<Name>>
  readonly close: () => Promise<void>
}

const MOST_THREADS = 2
const IDLE_MS = 30_000
// Rows are short-lived: a larger young generation takes more memory and saves no time. A part, because comparisons and
// captures may hold what they have borrowed when they need a thread.
const MEMORY = { mostMb: 792, youngHeapMb: 24, share: 1 / 4, longestWaitMs: MINUTE, isPart: true }
/** Threads are shared by all users, so their memory is nobody's. */
const LANE = 'snapshot threads'
const NEVER = new AbortController().signal

/**
 * Threads for CPU-bound work, started on demand and stopped when idle. When one dies, its operations fail and a new
 * thread takes its place.
 */
export function createThreads(logger: Logger, budget: ThreadBudget): Threads {
  const { memory, borrow } = threadMemory(budget, MEMORY)
  const alive = new Set<ArchiveThread>()
  let nextSession = 0
  let closed = false

  function start(): ArchiveThread {
    const started = startThread({
      memory,
      borrow: () => borrow(LANE, NEVER),
      onEnd: (cause) => {
        alive.delete(started)
        if (cause !== undefined) logger.error({ err: cause }, 'a snapshot thread failed')
      },
    })
    alive.add(started)
    return started
  }

  function pick(): ArchiveThread {
    const usable = [...alive].filter(({ thread }) => thread.isOpen()).sort((a, b) => a.sessions.size - b.sessions.size)
    const [calmest] = usable
    if (calmest === undefined || (calmest.sessions.size > 0 && usable.length < MOST_THREADS)) return start()
    return calmest
  }

  return {
    open: async <Name extends ToolName>(tool: Name, startWith: Tools[Name]['start']) => {
      if (closed) throw new Error('the server is shutting down')
      const session = nextSession++
      const { thread, enter, leave } = pick()
      try {
        await enter(session)
        await thread.call('open', { session, tool, start: startWith })
      } catch (error) {
        leave(session)
        throw error
      }
      return {
        call: (method: string, input: unknown) =>
          thread.call('call', { session, method, input }).catch((error: unknown) => {
            throw tooLargeInWords(error)
          }),
        close: () => leave(session),
      } as Session<Name>
    },
    close: async () => {
      closed = true
      await Promise.all([...alive].map(({ thread }) => thread.close('the server is shutting down')))
    },
  }
}

type ArchiveThread = ReturnType<typeof startThread>

type Terms = {
  readonly memory: ThreadMemory
  readonly borrow: () => Promise<() => void>
  readonly onEnd: (cause: unknown) => void
}

/** A thread that stops when it has had no session for a while. Its heap is borrowed while it has one. */
function startThread({ memory, borrow, onEnd }: Terms) {
  const sessions = new Set<number>()
  let loan: Promise<() => void> | undefined
  let idle: NodeJS.Timeout | undefined
  const thread = openThread<ArchiveCalls>(new URL('./archive-thread.ts', import.meta.url), {
    name: 'snapshot',
    memory,
    onEnd: ({ cause }) => {
      clearTimeout(idle)
      giveBack()
      onEnd(cause)
    },
  })

  /** A loan that was refused has nothing to give back. */
  function giveBack(): void {
    loan?.then(
      (end) => end(),
      () => undefined,
    )
    loan = undefined
  }

  return {
    thread,
    sessions,
    enter: async (session: number): Promise<void> => {
      clearTimeout(idle)
      sessions.add(session)
      loan ??= borrow()
      await loan
    },
    leave: (session: number): void => {
      if (!sessions.delete(session)) return
      if (sessions.size === 0) giveBack()
      if (!thread.isOpen()) return
      // Fails only together with the thread, which forgets the session either way.
      thread.call('close', session).catch(() => undefined)
      if (sessions.size === 0) idle = setTimeout(() => void thread.close('it was idle'), IDLE_MS).unref()
    },
  }
}

/** Opens a tool, uses it and always closes it. */
export async function withTool<Name extends ToolName, T>(
  threads: Threads,
  tool: Name,
  start: Tools[Name]['start'],
  use: (session: Session<Name>) => Promise<T>,
): Promise<T> {
  const session = await threads.open(tool, start)
  try {
    return await use(session)
  } finally {
    session.close()
  }
}
