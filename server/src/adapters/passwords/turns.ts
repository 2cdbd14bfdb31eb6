/** Runs at most this many tasks at a time; the others wait in order. */
export function createTurns(atOnce: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = atOnce

  const leave = (): void => {
    const next = waiting.shift()
    // The slot passes directly to the next task, so that a new one cannot jump the queue.
    if (next) next()
    else free += 1
  }

  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
