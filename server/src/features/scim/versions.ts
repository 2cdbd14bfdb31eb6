import { createHash } from 'node:crypto'
import { PreconditionFailed } from '../../kernel/errors.ts'

/** What the addresses of resources begin with, as the client knows it. */
export type Base = string

/** The version of what a resource says: memberships change in many ways, and none of them has to note it. */
export const resourceVersion = (content: unknown): string =>
  `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Whether a header such as `If-Match` names this version, or any. */
export function namesVersion(header: string | undefined, version: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(version))
}

/** Throws unless `If-Match` names this version, or nothing at all. */
export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch !== undefined && !namesVersion(ifMatch, version)) throw new PreconditionFailed()
}
