import type { ScimUserReply } from '@heddle/contract/scim.ts'
import type { ScimUser } from '@heddle/domain/scim/user.ts'
import { SCIM } from '../scim-address.ts'
import { type Base, resourceVersion } from '../versions.ts'
import type { ScimUserRow } from './scim-users.store.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'

export function presentScimUser(row: ScimUserRow, base: Base): ScimUserReply {
  const formatted = `${row.firstName} ${row.lastName}`.trim()
  const content = {
    id: String(row.id),
    ...(row.externalId !== null && { externalId: row.externalId }),
    userName: row.username,
    ...(formatted !== '' && {
      name: {
        formatted,
        ...(row.firstName !== '' && { givenName: row.firstName }),
        ...(row.lastName !== '' && { familyName: row.lastName }),
      },
    }),
    displayName: formatted || row.username,
    ...(row.email !== '' && { emails: [{ value: row.email, type: 'work', primary: true }] }),
    active: row.isActive,
    ...(row.groups.length > 0 && {
      groups: row.groups.map(({ id, name }) => ({
        value: String(id),
        $ref: `${base}${SCIM}/Groups/${id}`,
        display: name,
        type: 'direct',
      })),
    }),
  }
  return {
    schemas: [USER_SCHEMA],
    ...content,
    meta: {
      resourceType: 'User',
      created: row.dateJoined.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      location: `${base}${SCIM}/Users/${row.id}`,
      version: versionOfUser(row),
    },
  }
}

export const versionOfUser = (row: ScimUserRow): string =>
  resourceVersion([row.id, scimUserOf(row), row.groups, row.updatedAt])

/** What a change starts from. */
export const scimUserOf = (row: Omit<ScimUserRow, 'groups'>): ScimUser => ({
  userName: row.username,
  externalId: row.externalId,
  givenName: row.firstName,
  familyName: row.lastName,
  email: row.email,
  active: row.isActive,
})
