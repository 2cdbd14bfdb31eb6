import type { ApiTokenCreate } from '@heddle/contract/api-tokens.ts'
import type { Permission } from '@heddle/domain/access/permissions.ts'
import { permissionFaults, type Rights } from '@heddle/domain/access/rights.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { type FieldMessages, validFields } from '../../kernel/field-messages.ts'
import { parseInstant } from '../../kernel/instants.ts'
import { readAll } from '../../kernel/read-all.ts'

/** A body, and what its schema found wrong with it. */
export type GivenToken = { readonly body: ApiTokenCreate; readonly faults: FieldMessages }

/** What a new token may do and until when, or all that is wrong with the request for it. */
export function checkNewToken(owner: Rights, { body, faults }: GivenToken, now: Date) {
  const { permissions = null, expires_at = null } = validFields(body, faults)
  return readAll(
    {
      permissions: () => permissions && listedPermissions(owner, permissions),
      expiresAt: () => (expires_at === null ? null : futureInstant(expires_at, now)),
    },
    faults,
  )
}

function listedPermissions(owner: Rights, names: readonly string[]): Permission[] {
  const faults = permissionFaults(owner, names)
  if (faults.length > 0) throw new FieldErrors({ permissions: faults })
  return [...new Set(names)] as Permission[]
}

function futureInstant(text: string, now: Date): Date {
  const instant = parseInstant(text)
  if (!instant) throw new FieldErrors({ expires_at: [`${text}: expected an ISO 8601 date and time.`] })
  if (instant <= now) throw new FieldErrors({ expires_at: [`${text}: expected a time in the future.`] })
  return instant
}
