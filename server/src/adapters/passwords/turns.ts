/** Lets so many tasks run at a time; the others wait in the order they came. */
export function createTurns(atOnce: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = atOnce

  const leave = (): void => {
    const next = waiting.shift()
    // The place goes from hand to hand: somebody who has just come does not get in between.
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
