import { FieldErrors } from '../../../kernel/errors.ts'
import { SnapshotGone } from '../../archive/index.ts'

export const MISSING = 'This snapshot does not exist.'

/** Reports a snapshot deleted while in use as a fault of the field. For work that cannot be repeated. */
export async function notFoundWhenGone<T>(field: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    throw error instanceof SnapshotGone ? new FieldErrors({ [field]: [MISSING] }) : error
  }
}
