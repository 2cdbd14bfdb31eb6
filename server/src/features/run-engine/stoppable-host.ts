import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineHost, PageAnswer, RunFailure } from './engine-types.ts'

export type StoppableHost = {
  readonly host: EngineHost
  /** Ends at once, with false, when the run does. */
  readonly pause: (ms: number) => Promise<boolean>
  readonly stop: (failure: RunFailure) => void
}

/** A host whose requests, in flight or new, all end immediately once the run does. */
export function stoppableHost(host: EngineHost): StoppableHost {
  const waiting = new Set<(answer: PageAnswer) => void>()
  let stopped: PageAnswer | undefined
  const get = (connection: string, path: string): Promise<PageAnswer> => {
    if (stopped) return Promise.resolve(stopped)
    return new Promise((resolve, reject) => {
      waiting.add(resolve)
      host
        .get(connection, path)
        .then(resolve, reject)
        .finally(() => waiting.delete(resolve))
    })
  }
  const ended = new AbortController()
  return {
    host: { ...host, get },
    // Only `stop` rejects the wait.
    pause: (ms) => sleep(ms, true, { signal: ended.signal }).catch(() => false),
    stop: (failure) => {
      stopped ??= { ok: false, failure }
      ended.abort()
      for (const resolve of waiting) resolve(stopped)
      waiting.clear()
    },
  }
}
