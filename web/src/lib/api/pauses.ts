/** When requests go on that the server asked to wait: milliseconds since 1970, or undefined. */
let until: number | undefined
const listeners = new Set<() => void>()

export function announcePause(seconds: number): void {
  until = Date.now() + seconds * 1000
  for (const listener of listeners) listener()
  setTimeout(() => {
    if (until !== undefined && until > Date.now()) return
    until = undefined
    for (const listener of listeners) listener()
  }, seconds * 1000)
}

export const pauses = {
  until: (): number | undefined => until,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
