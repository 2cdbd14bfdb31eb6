import { SECOND } from './kernel/durations.ts'

const STOP_LIMIT_MS = 10 * SECOND

/**
 * Aborted, with the name of the signal as its reason, when the process is asked to stop. It then has ten seconds to end
 * in order; further signals change nothing.
 */
export function noticeStopSignals(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) return
      setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref()
      stopping.abort(signal)
    })
  }
  return stopping.signal
}
