import { FieldErrors } from '../../../platform/http/errors.ts'
import { SnapshotGone } from '../archive/archive-types.ts'

const TRIES = 3

/** Looks again when a snapshot is deleted while it is read: the next look finds what is there then. */
export async function againWhenGone<T>(look: () => Promise<T>, triesLeft = TRIES): Promise<T> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof SnapshotGone) || triesLeft <= 1) throw error
    return againWhenGone(look, triesLeft - 1)
  }
}

export const MISSING = 'This snapshot does not exist.'

/** For what can not be done twice. */
export async function missingWhenGone<T>(field: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    throw error instanceof SnapshotGone ? new FieldErrors({ [field]: [MISSING] }) : error
  }
}
