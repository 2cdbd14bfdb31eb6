/**
 * Aborted, with the name of the signal as its reason, when the process is asked to stop. Further signals change
 * nothing: a terminal and npm both pass on the same Ctrl-C.
 */
export function noticeStopSignals(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => stopping.abort(signal))
  }
  return stopping.signal
}
