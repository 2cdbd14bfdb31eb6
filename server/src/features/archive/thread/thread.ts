import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { FromThread, ToolName, ToThread } from './thread-messages.ts'

type Options = { readonly idleMs: number; readonly logger: Logger; readonly onExit: () => void }
type Question = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }
type Body<M = ToThread> = M extends unknown ? Omit<M, 'id'> : never

/** The thread of an operation has ended. Only operations on that thread fail. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'

  constructor(reason: string) {
    super(`the snapshot thread has ended: ${reason}`)
  }
}

export type Thread = ReturnType<typeof createThread>

/**
 * Sends calls to a thread and returns its answers. The thread keeps the process alive only while a call is in flight.
 */
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
    if (sessions.size === 0) idle = setTimeout(() => void stop('it was idle'), idleMs).unref()
  }
  const stop = async (reason: string): Promise<void> => {
    end(new ThreadEnded(reason))
    await worker.terminate()
  }

  worker.on('message', take)
  worker.on('error', (error: Error & { code?: string }) => {
    logger.error({ err: error }, 'a snapshot thread failed')
    end(new ThreadEnded(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it exceeded its memory limit' : error.message))
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
    end: () => stop('the server is shutting down'),
  }
}
