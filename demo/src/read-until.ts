const PAUSE_MS = 100

/** Reads a thing again and again until it has ended. */
export async function readUntil<T>(
  what: string,
  seconds: number,
  read: () => Promise<T>,
  hasEnded: (thing: T) => boolean,
): Promise<T> {
  const until = Date.now() + seconds * 1000
  for (;;) {
    const thing = await read()
    if (hasEnded(thing)) return thing
    if (Date.now() > until) throw new Error(`${what} did not end within ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
