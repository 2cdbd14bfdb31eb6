import { MINUTE } from '../../kernel/durations.ts'

export type HoldBack = {
  /** Writes now, unless there was one of this cause within the last minute. */
  readonly write: (cause: string, write: () => void, writeRest: (count: number) => void) => void
}

/** One message per cause and minute. Those held back are counted; their number is written when the minute is over. */
export function createHoldBack(everyMs = MINUTE): HoldBack {
  const heldBack = new Map<string, number>()

  const pause = (cause: string, writeRest: (count: number) => void): void => {
    heldBack.set(cause, 0)
    setTimeout(() => {
      const count = heldBack.get(cause) ?? 0
      heldBack.delete(cause)
      if (count === 0) return
      writeRest(count)
      pause(cause, writeRest)
    }, everyMs).unref()
  }

  return {
    write: (cause, write, writeRest) => {
      const count = heldBack.get(cause)
      if (count !== undefined) {
        heldBack.set(cause, count + 1)
        return
      }
      write()
      pause(cause, writeRest)
    },
  }
}
