import type { ControllerFailure } from '../../../adapters/outbound/controller-failure.ts'
import type { EngineHost, PageAnswer } from './engine-types.ts'

export type StoppableHost = { readonly host: EngineHost; readonly stop: (failure: ControllerFailure) => void }

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
  return {
    host: { ...host, get },
    stop: (failure) => {
      stopped ??= { ok: false, failure }
      for (const resolve of waiting) resolve(stopped)
      waiting.clear()
    },
  }
}
