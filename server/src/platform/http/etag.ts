import { createHash } from 'node:crypto'
import { PreconditionFailed } from '../../kernel/errors.ts'
import type { EditedParts, Precondition } from '../../kernel/versions.ts'

const TAG_LENGTH = 22

/** With `updated_at` the time of the last change, to the millisecond; otherwise a hash of what people edit. */
export const etagOf = (version: Date | EditedParts): string =>
  version instanceof Date ? `"${version.getTime().toString(36)}"` : `"${hashOf(version)}"`

/** For `editedParts`, where people edit all that a reply holds. */
export const wholeReply = (reply: EditedParts): EditedParts => reply

const hashOf = (parts: EditedParts): string =>
  createHash('sha256').update(JSON.stringify(parts, inOrder)).digest('base64url').slice(0, TAG_LENGTH)

/** Sorts the fields of objects: a row, its copy in JSON and a reply hold them in different orders. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** The caller's `If-Match`; check it against the row inside the transaction that changes it. */
export function precondition(header: string | undefined): Precondition {
  if (header === undefined || header.trim() === '*') return { check: () => undefined }
  const accepted = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return {
    check: (version) => {
      if (!accepted.includes(etagOf(version))) throw new PreconditionFailed()
    },
  }
}
