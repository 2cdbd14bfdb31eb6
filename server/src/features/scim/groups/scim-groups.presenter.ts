import type { ScimGroupReply } from '@heddle/contract/scim.ts'
import { SCIM } from '../scim-address.ts'
import { type Base, resourceVersion } from '../versions.ts'
import type { ScimGroupRow, ScimMember } from './scim-groups.store.ts'

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export const versionOfGroup = ({ id, name, externalId, memberHash }: ScimGroupRow): string =>
  resourceVersion([id, name, externalId, memberHash])

/** Members are undefined where nobody asked for them. */
export function presentScimGroup(
  row: ScimGroupRow,
  members: readonly ScimMember[] | undefined,
  base: Base,
): ScimGroupReply {
  return {
    schemas: [GROUP_SCHEMA],
    id: String(row.id),
    ...(row.externalId !== null && { externalId: row.externalId }),
    displayName: row.name,
    ...(members && {
      members: members.map(({ id, username }) => ({
        value: String(id),
        $ref: `${base}${SCIM}/Users/${id}`,
        display: username,
        type: 'User',
      })),
    }),
    meta: { resourceType: 'Group', location: `${base}${SCIM}/Groups/${row.id}`, version: versionOfGroup(row) },
  }
}
