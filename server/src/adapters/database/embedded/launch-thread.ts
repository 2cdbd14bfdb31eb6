import { type Transferable, Worker } from 'node:worker_threads'
import { bundledProgram } from '../../../kernel/bundles.ts'
import { compilePrograms } from './compile-programs.ts'
import type { DatabaseReply, Request, ThreadInput, ThreadTask } from './messages.ts'

/** The embedded database has failed; only restarting the program brings it back. */
export class EmbeddedDatabaseLost extends Error {
  override readonly name = 'EmbeddedDatabaseLost'
}

const THREAD_FILE = new URL('./embedded-thread.ts', import.meta.url)
// PostgreSQL must reach its own stack limit (`max_stack_depth`, 2 MB) first; a thread's default 4 MB would overflow
// before that, because WebAssembly's frames are larger.
const STACK_MB = 32

/** Starts the database's thread. Every failure resolves `failed` and rejects whatever is being awaited. */
export async function launchThread(task: ThreadTask, onLog: (line: string) => void) {
  const workerData: ThreadInput = { ...task, programs: await compilePrograms() }
  const worker = new Worker(bundledProgram(THREAD_FILE), {
    workerData,
    name: 'embedded-database',
    resourceLimits: { stackSizeMb: STACK_MB },
  })
  const failed = new Promise<EmbeddedDatabaseLost>((resolve) => {
    const fail = (reason: string): void =>
      resolve(new EmbeddedDatabaseLost(`the embedded database has failed: ${reason}`))
    worker.once('error', (error) => fail(error instanceof Error ? error.message : String(error)))
    worker.once('exit', (status) => fail(`its thread ended with status ${status}`))
    worker.on('message', (reply: DatabaseReply) => {
      if (reply.type === 'log') onLog(reply.line)
      if (reply.type !== 'failed') return
      fail(reply.reason)
      // It may be stuck in a loop and would never end on its own.
      void worker.terminate()
    })
  })

  return {
    failed,
    post: (request: Request, transfer: readonly Transferable[] = []): void => worker.postMessage(request, transfer),
    onReply: (listener: (reply: DatabaseReply) => void): void => void worker.on('message', listener),
    /** Resolves with the next reply of this kind; rejects when the thread fails. */
    reached: (type: DatabaseReply['type']): Promise<void> =>
      new Promise((resolve, reject) => {
        worker.on('message', (reply: DatabaseReply) => {
          if (reply.type === type) resolve()
        })
        void failed.then(reject)
      }),
    end: async (): Promise<void> => {
      await worker.terminate()
    },
  }
}
