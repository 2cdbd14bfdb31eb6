import type { CDPSession } from 'playwright-core'
import type { WatchedPage } from '@heddle/e2e/browser.ts'

type Usage = { readonly usedSize: number; readonly backingStorageSize?: number }
type Reply = { readonly id?: number; readonly result?: Usage }

const MB = 1024 ** 2

/** What page and workers keep once garbage is collected, with the memory behind typed arrays. */
export async function heapMb({ page, context }: WatchedPage): Promise<number> {
  const session = await context.newCDPSession(page)
  const workers: string[] = []
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId))
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  await session.send('HeapProfiler.collectGarbage')
  const own = (await session.send('Runtime.getHeapUsage')) as Usage
  const others = await Promise.all(workers.map((worker) => usageOf(session, worker)))
  await session.detach()
  return [own, ...others].reduce((sum, usage) => sum + usage.usedSize + (usage.backingStorageSize ?? 0), 0) / MB
}

/** A worker is asked through its page. */
async function usageOf(session: CDPSession, sessionId: string): Promise<Usage> {
  const { promise, resolve } = Promise.withResolvers<Usage>()
  session.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return
    const { id, result } = JSON.parse(event.message) as Reply
    if (id === 2 && result) resolve(result)
  })
  const send = (message: object) =>
    session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify(message) })
  await send({ id: 1, method: 'HeapProfiler.collectGarbage' })
  await send({ id: 2, method: 'Runtime.getHeapUsage' })
  return promise
}
