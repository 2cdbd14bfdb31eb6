/** The thread of a call has ended. `cause` is the error that ended it, if it did not end by request. */
export class ThreadEnded extends Error {
  override readonly name: string = 'ThreadEnded'

  constructor(thread: string, reason: string, options?: ErrorOptions) {
    super(`the ${thread} thread has ended: ${reason}`, options)
  }
}

export class ThreadOutOfMemory extends ThreadEnded {
  override readonly name = 'ThreadOutOfMemory'

  constructor(thread: string, options?: ErrorOptions) {
    super(thread, 'it exceeded its memory limit', options)
  }
}

/** For an error that no call of the thread has caught. */
export function endedBy(thread: string, cause: unknown): ThreadEnded {
  if (!(cause instanceof Error)) return new ThreadEnded(thread, String(cause), { cause })
  return 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new ThreadOutOfMemory(thread, { cause })
    : new ThreadEnded(thread, cause.message, { cause })
}
