import { SnapshotGone } from './archive-types.ts'

const TRIES = 3

/** Retries when a snapshot is deleted while it is being read: the next attempt finds what exists then. */
export async function retryWhenGone<T>(look: () => Promise<T>, triesLeft = TRIES): Promise<T> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof SnapshotGone) || triesLeft <= 1) throw error
    return retryWhenGone(look, triesLeft - 1)
  }
}
