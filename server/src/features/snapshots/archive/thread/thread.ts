import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { FromThread, ToolName, ToThread } from './thread-messages.ts'

type Options = { readonly idleMs: number; readonly logger: Logger; readonly onExit: () => void }
type Question = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }
type Body<M = ToThread> = M extends unknown ? Omit<M, 'id'> : never

/** The thread that worked on an operation has ended; the operation with it, nothing else. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'

  constructor(reason: string) {
    super(`the thread that works on snapshots has ended: ${reason}`)
  }
}

export type Thread = ReturnType<typeof createThread>

/** Questions and answers of one thread. It holds the process only while there is a question. */
export function createThread(worker: Worker, { idleMs, logger, onExit }: Options) {
  const questions = new Map<number, Question>()
  const sessions = new Set<number>()
  let nextId = 0
  let ended: Error | undefined
  let idle: NodeJS.Timeout | undefined

  const end = (error: Error): void => {
    ended ??= error
    clearTimeout(idle)
    onExit()
    for (const { reject } of questions.values()) reject(ended)
    questions.clear()
  }
  const take = (message: FromThread): void => {
    const question = questions.get(message.id)
    questions.delete(message.id)
    if (questions.size === 0) worker.unref()
    if ('error' in message) question?.reject(message.error)
    else question?.resolve(message.value)
  }
  const ask = (body: Body): Promise<unknown> => {
    if (ended) return Promise.reject(ended)
    const id = nextId++
    worker.ref()
    worker.postMessage({ ...body, id } satisfies ToThread)
    return new Promise((resolve, reject) => questions.set(id, { resolve, reject }))
  }
  const enter = (session: number): void => {
    clearTimeout(idle)
    sessions.add(session)
  }
  const leave = (session: number): void => {
    sessions.delete(session)
    if (ended) return
    worker.postMessage({ id: nextId++, session, type: 'close' } satisfies ToThread)
    if (sessions.size === 0) idle = setTimeout(() => void stop('it had nothing to do'), idleMs).unref()
  }
  const stop = async (reason: string): Promise<void> => {
    end(new ThreadEnded(reason))
    await worker.terminate()
  }

  worker.on('message', take)
  worker.on('error', (error: Error & { code?: string }) => {
    logger.error({ err: error }, 'a thread that works on snapshots failed')
    end(new ThreadEnded(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it needed more memory than it may use' : error.message))
  })
  worker.once('exit', () => end(new ThreadEnded('it was stopped')))
  worker.unref()

  return {
    isUsable: () => ended === undefined,
    sessions: () => sessions.size,
    open: async (session: number, tool: ToolName, start: unknown): Promise<void> => {
      enter(session)
      await ask({ session, type: 'open', tool, start }).catch((error: unknown) => {
        leave(session)
        throw error
      })
    },
    call: (session: number, method: string, input: unknown) => ask({ session, type: 'call', method, input }),
    leave,
    end: () => stop('the server is being stopped'),
  }
}
