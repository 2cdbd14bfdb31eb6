import { PreconditionFailed } from '../../kernel/errors.ts'
import type { Precondition } from '../../kernel/versions.ts'

/** An ETag for a resource with `updated_at`: the time of its last change, to the millisecond. */
export const etagOf = (updatedAt: Date): string => `"${updatedAt.getTime().toString(36)}"`

/** The caller's `If-Match`; check it against the row inside the transaction that changes it. */
export function precondition(header: string | undefined): Precondition {
  if (header === undefined || header.trim() === '*') return { check: () => undefined }
  const accepted = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return {
    check: (updatedAt) => {
      if (!accepted.includes(etagOf(updatedAt))) throw new PreconditionFailed()
    },
  }
}
