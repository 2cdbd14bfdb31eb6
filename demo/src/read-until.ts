const PAUSE_MS = 100
/** Long enough for a machine that is busy with something else: each takes seconds on a quiet one. */
const PATIENCE_MINUTES = 5

/** Reads a thing again and again until it has ended. */
export async function readUntil<T>(what: string, read: () => Promise<T>, hasEnded: (thing: T) => boolean): Promise<T> {
  const until = Date.now() + PATIENCE_MINUTES * 60_000
  for (;;) {
    const thing = await read()
    if (hasEnded(thing)) return thing
    if (Date.now() > until) throw new Error(`${what} did not end within ${PATIENCE_MINUTES} minutes`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
