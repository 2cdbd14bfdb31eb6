import type { RequestState } from '../../adapters/controller/controller-client.ts'
import type { PageAnswer, RunFailure } from './engine-types.ts'

type Request = { readonly connection: string; readonly path: string; since: number; isSent: boolean; busy?: string }

/** The requests of a run that have no answer yet, or only that the controller is busy. The signal ends the run. */
export function watchUnanswered(signal: AbortSignal, now: () => number = Date.now) {
  const waiting = new Map<string, Request>()
  let startedAt: number | undefined
  let endedAt: number | undefined
  const requestOf = (connection: string, path: string): Request => {
    const key = `${connection} ${path}`
    // One that was busy is asked again.
    const request = waiting.get(key) ?? { connection, path, since: now(), isSent: true }
    waiting.set(key, request)
    return request
  }
  return {
    /** While a request waits for its turn, the controller cannot answer it. */
    note: (connection: string, path: string, state: RequestState): void => {
      if (state === 'over') return
      const request = requestOf(connection, path)
      const isFirst = state === 'sends' && !request.isSent && request.busy === undefined
      if (isFirst) request.since = now()
      request.isSent = state === 'sends' || request.busy !== undefined
    },
    watch: async (connection: string, path: string, answer: Promise<PageAnswer>): Promise<PageAnswer> => {
      startedAt ??= now()
      const key = `${connection} ${path}`
      const request = requestOf(connection, path)
      const answered = await answer
      if (signal.aborted) endedAt ??= now()
      else if (!answered.ok && answered.failure.reason === 'busy') request.busy = answered.failure.message
      else waiting.delete(key)
      return answered
    },
    /** Adds to the message of a late run what it spent most of its time waiting for, if that is a single request. */
    describe: (message: string): Pick<RunFailure, 'message' | 'connection'> => {
      const [longest] = [...waiting.values()]
        .filter(({ isSent }) => isSent)
        .sort((one, other) => one.since - other.since)
      const end = endedAt ?? now()
      if (longest === undefined || end - longest.since < (end - (startedAt ?? end)) / 2) return { message }
      const seconds = Math.max(1, Math.round((end - longest.since) / 1000))
      const what =
        longest.busy === undefined
          ? `The controller has not answered for ${seconds} s.`
          : `Busy for ${seconds} s. ${longest.busy}`
      return { connection: longest.connection, message: `${classIn(longest.path)}: ${what} ${message}` }
    },
  }
}

/** The class a request asks for. */
function classIn(path: string): string {
  return /[?&]target-subtree-class=(\w+)/.exec(path)?.[1] ?? /\/api\/class\/(\w+)\.json/.exec(path)?.[1] ?? 'One object'
}
