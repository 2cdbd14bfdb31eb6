import { parentPort, workerData } from 'node:worker_threads'
import { collectAtRest } from '../../../kernel/collect-at-rest.ts'
import { pointStacksAtSources } from '../../../kernel/mapped-stacks.ts'
import { copyFolder } from './copy-folder.ts'
import { syncTree } from './durable-folder.ts'
import { createEmbeddedSession } from './embedded-session.ts'
import type { DatabaseReply, Request, ThreadInput } from './messages.ts'
import { startPGlite } from './start-pglite.ts'

// The embedded database has its own thread, because a query blocks the thread it runs in.
if (!parentPort) throw new Error('embedded-thread.ts must be started as a worker thread')
const port = parentPort
pointStacksAtSources()
collectAtRest()
const { task, folder, programs } = workerData as ThreadInput

const reply = (message: DatabaseReply, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)
const listener = {
  onLog: (line: string) => reply({ type: 'log', line }),
  onPanic: (reason: string) => reply({ type: 'failed', reason }),
}

async function create(): Promise<void> {
  const pglite = await startPGlite(folder, programs, listener)
  await pglite.close()
  syncTree(folder)
  reply({ type: 'stopped' })
}

async function serve(): Promise<void> {
  const pglite = await startPGlite(folder, programs, listener)
  const session = createEmbeddedSession(pglite, (stream, bytes) =>
    reply({ type: 'data', stream, bytes }, [bytes.buffer]),
  )

  const handle = async (request: Request): Promise<void> => {
    if (request.type === 'stop') {
      await pglite.close()
      reply({ type: 'stopped' })
    } else if (request.type === 'copy') {
      reply({ type: 'copied', failure: copyFolder(folder, request.to) })
    } else if (!(await session.run(request.stream, request.bytes))) {
      reply({ type: 'superseded', stream: request.stream })
    }
  }

  // One at a time: a batch belongs together, and there is only one session.
  let queue = Promise.resolve()
  port.on('message', (request: Request) => {
    queue = queue.then(() => handle(request))
  })
  reply({ type: 'ready' })
}

await (task === 'create' ? create() : serve())
