import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { createThread, type Thread } from './thread.ts'
import type { ToolName, Tools } from './thread-messages.ts'

type Methods<Name extends ToolName> = Tools[Name]['tool']
type Input<F> = F extends (input: infer I) => unknown ? I : undefined
type Output<F> = F extends (input: never) => infer O ? O : never

/** A tool running in a thread. It keeps its state there until it is closed. */
export type Session<Name extends ToolName> = {
  readonly call: <M extends keyof Methods<Name> & string>(method: M, input: Input<Methods<Name>[M]>) => Promise<Output<Methods<Name>[M]>>
  readonly close: () => void
}

export type Threads = {
  readonly open: <Name extends ToolName>(tool: Name, start: Tools[Name]['start']) => Promise<Session<Name>>
  readonly close: () => Promise<void>
}

const MOST_THREADS = 2
const IDLE_MS = 30_000
const MAX_HEAP_MB = 768
// Rows are short-lived: a larger young generation takes more memory and saves no time.
const YOUNG_HEAP_MB = 24

/**
 * Threads for CPU-bound work, started on demand and stopped when idle. When one dies, its operations fail and a new
 * thread takes its place.
 */
export function createThreads(logger: Logger): Threads {
  const alive = new Set<Thread>()
  let nextSession = 0
  let closed = false

  function start(): Thread {
    const worker = new Worker(new URL('./archive-thread.ts', import.meta.url), {
      name: 'snapshots',
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    })
    const thread = createThread(worker, { idleMs: IDLE_MS, logger, onExit: () => alive.delete(thread) })
    alive.add(thread)
    return thread
  }

  function pick(): Thread {
    const [calmest] = [...alive].filter((thread) => thread.isUsable()).sort((a, b) => a.sessions() - b.sessions())
    if (calmest === undefined || (calmest.sessions() > 0 && alive.size < MOST_THREADS)) return start()
    return calmest
  }

  return {
    open: async <Name extends ToolName>(tool: Name, startWith: Tools[Name]['start']) => {
      if (closed) throw new Error('the server is shutting down')
      const session = nextSession++
      const thread = pick()
      await thread.open(session, tool, startWith)
      return {
        call: (method: string, input: unknown) => thread.call(session, method, input),
        close: () => thread.leave(session),
      } as Session<Name>
    },
    close: async () => {
      closed = true
      await Promise.all([...alive].map((thread) => thread.end()))
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
