import { type Transferable, Worker } from 'node:worker_threads'
import type { Reply, Request, ThreadTask } from './messages.ts'

/** The embedded database has stopped working; only a new start of the program brings it back. */
export class EmbeddedDatabaseLost extends Error {
  override readonly name = 'EmbeddedDatabaseLost'
}

const THREAD_FILE = new URL('./embedded-thread.ts', import.meta.url)
// PostgreSQL's own limit of its stack (`max_stack_depth`, 2 MB) has to be met first; a thread's usual 4 MB are fewer in WebAssembly's frames.
const STACK_MB = 32

/** Starts the database's thread. Every way in which it can fail comes out of `failed`, and of whatever is being waited for. */
export function launchThread(task: ThreadTask, onLog: (line: string) => void) {
  const worker = new Worker(THREAD_FILE, { workerData: task, name: 'embedded-database', resourceLimits: { stackSizeMb: STACK_MB } })
  const failed = new Promise<EmbeddedDatabaseLost>((resolve) => {
    const fail = (reason: string): void => resolve(new EmbeddedDatabaseLost(`the embedded database has failed: ${reason}`))
    worker.once('error', (error) => fail(error instanceof Error ? error.message : String(error)))
    worker.once('exit', (status) => fail(`its thread ended with status ${status}`))
    worker.on('message', (reply: Reply) => {
      if (reply.type === 'log') onLog(reply.line)
      if (reply.type !== 'failed') return
      fail(reply.reason)
      // It may be going round in circles and would never end by itself.
      void worker.terminate()
    })
  })

  return {
    failed,
    post: (request: Request, transfer: readonly Transferable[] = []): void => worker.postMessage(request, transfer),
    onReply: (listener: (reply: Reply) => void): void => void worker.on('message', listener),
    /** Resolves with the next reply of this kind; rejects when the thread fails. */
    reached: (type: Reply['type']): Promise<void> =>
      new Promise((resolve, reject) => {
        worker.on('message', (reply: Reply) => {
          if (reply.type === type) resolve()
        })
        void failed.then(reject)
      }),
    end: async (): Promise<void> => {
      await worker.terminate()
    },
  }
}
