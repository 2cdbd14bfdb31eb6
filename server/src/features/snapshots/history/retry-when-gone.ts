import { FieldErrors } from '../../../kernel/errors.ts'
import { SnapshotGone } from '../../archive/index.ts'

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

export const MISSING = 'This snapshot does not exist.'

/** Reports a snapshot deleted while in use as a fault of the field. For work that cannot be repeated. */
export async function notFoundWhenGone<T>(field: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    throw error instanceof SnapshotGone ? new FieldErrors({ [field]: [MISSING] }) : error
  }
}
