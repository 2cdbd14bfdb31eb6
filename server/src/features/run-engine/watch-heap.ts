import type { Functions } from '../../platform/threads/calls.ts'
import type { Thread } from '../../platform/threads/open-thread.ts'

const LOOK_MS = 100

/**
 * Tells how large the heap of a thread is, again and again. A run says so itself between pages and steps, but one step
 * may take as much as all before it.
 */
export function watchHeap(thread: Pick<Thread<Functions>, 'heapBytes'>, tell: (bytes: number) => void): Disposable {
  let isAsking = false

  const look = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    const bytes = await thread.heapBytes()
    isAsking = false
    if (bytes > 0) tell(bytes)
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
