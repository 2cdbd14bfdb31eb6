import { performance } from 'node:perf_hooks'

/** The stop of the process, from its first moment on. */
export type Draining = {
  /** Aborted when the stop begins: nothing new is taken up from then on. */
  readonly signal: AbortSignal
  readonly begin: () => void
  /** Milliseconds until a share of the grace is used up, by real time: a stop must end, whatever the clock says. */
  readonly leftUntil: (share: number) => number
}

/**
 * What happens when, in shares of the grace: idle connections are closed, then work in progress is interrupted and says
 * why, then connections are cut, and what is left closes what it has open.
 */
export const STOP_STAGES = { linger: 0.1, interrupt: 0.7, lastWords: 0.8, cut: 0.85 } as const

export function createDraining(graceMs: number): Draining {
  const begun = new AbortController()
  let startedAt: number | undefined
  return {
    signal: begun.signal,
    begin: () => {
      startedAt ??= performance.now()
      begun.abort()
    },
    leftUntil: (share) => Math.max(0, share * graceMs - (performance.now() - (startedAt ?? performance.now()))),
  }
}
