import type { RequestState } from '../../adapters/controller/controller-client.ts'
import type { RunFailure, WaitsFor } from './engine-types.ts'

export type RunTimeLimits = {
  /** Longest time that the run may take, apart from waiting for its turn. */
  readonly timeoutMs: number
  /** Longest time that it may wait in all; by default as long as it may take. */
  readonly mostWaitMs?: number
}

/** The time of a run. It stands still while the run waits for its turn. */
export type RunTime = {
  /** The run waits until the returned function is called. */
  readonly wait: (what: WaitsFor) => () => void
  /** A request of the run. The run waits while its requests do and none of them is under way. */
  readonly request: () => (state: RequestState) => void
  readonly waitedMs: () => number
  /** What the run waits for now. */
  readonly waitsFor: () => WaitsFor | undefined
  /** Calls the listener once the run has used up its time, or its patience. Returns how to stop that. */
  readonly onLate: (listener: (failure: RunFailure) => void) => () => void
  readonly close: () => void
}

const WORDS: Readonly<Record<WaitsFor, string>> = {
  user: 'for earlier runs of its user',
  server: 'for its turn on the server',
  memory: 'for memory on the server',
  controller: 'for its turn at the controller',
}

export function createRunTime(
  { timeoutMs, mostWaitMs = timeoutMs }: RunTimeLimits,
  now = () => performance.now(),
): RunTime {
  const waits: WaitsFor[] = []
  const waited = new Map<WaitsFor, number>()
  const listeners = new Set<(failure: RunFailure) => void>()
  let requestsWaiting = 0
  let requestsSent = 0
  let takenMs = 0
  let since = now()
  let timer: NodeJS.Timeout | undefined

  const waitsFor = (): WaitsFor | undefined =>
    waits.at(-1) ?? (requestsWaiting > 0 && requestsSent === 0 ? 'controller' : undefined)
  const waitedMs = (): number => [...waited.values()].reduce((sum, ms) => sum + ms, 0)

  function settle(): void {
    const what = waitsFor()
    const elapsed = now() - since
    since += elapsed
    if (what === undefined) takenMs += elapsed
    else waited.set(what, (waited.get(what) ?? 0) + elapsed)
  }

  /** Whether the time stands still or runs changes only here. */
  function change(apply: () => void): void {
    settle()
    apply()
    arm()
  }

  function arm(): void {
    clearTimeout(timer)
    const isWaiting = waitsFor() !== undefined
    const leftMs = isWaiting ? mostWaitMs - waitedMs() : timeoutMs - takenMs
    timer = setTimeout(
      () => {
        settle()
        const failure = isWaiting ? waitedInVain(waited) : lateAfter(timeoutMs, waited)
        for (const listener of listeners) listener(failure)
      },
      Math.max(0, leftMs),
    )
  }

  arm()
  return {
    wait: (what) => {
      change(() => waits.push(what))
      let isOver = false
      return () => {
        if (!isOver) change(() => waits.splice(waits.indexOf(what), 1))
        isOver = true
      }
    },
    request: () => {
      let before: RequestState = 'over'
      return (state) => {
        change(() => {
          if (before === 'waits') requestsWaiting--
          if (before === 'sends') requestsSent--
          if (state === 'waits') requestsWaiting++
          if (state === 'sends') requestsSent++
          before = state
        })
      }
    },
    waitedMs: () => {
      settle()
      return Math.round(waitedMs())
    },
    waitsFor,
    onLate: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => clearTimeout(timer),
  }
}

function lateAfter(timeoutMs: number, waited: ReadonlyMap<WaitsFor, number>): RunFailure {
  const longest = longestOf(waited)
  const besides =
    longest === undefined || longest.ms < 1_000
      ? ''
      : `, besides ${secondsText(longest.ms)} of waiting ${longest.words}`
  const message = `The run took longer than ${timeoutMs / 1000} s${besides}. Narrow it with filters or a scope, or run it in the background.`
  return { reason: 'deadline', message }
}

function waitedInVain(waited: ReadonlyMap<WaitsFor, number>): RunFailure {
  const { ms = 0, words = WORDS.server } = longestOf(waited) ?? {}
  return { reason: 'deadline', message: `Waited ${secondsText(ms)} ${words}, which did not come. Run it again later.` }
}

function longestOf(waited: ReadonlyMap<WaitsFor, number>): { readonly ms: number; readonly words: string } | undefined {
  const [longest] = [...waited].sort(([, one], [, other]) => other - one)
  return longest && { ms: longest[1], words: WORDS[longest[0]] }
}

const secondsText = (ms: number): string => `${Math.max(1, Math.round(ms / 1000))} s`
