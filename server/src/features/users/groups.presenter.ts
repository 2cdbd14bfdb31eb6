import type { GroupReply } from '@heddle/contract/users.ts'
import { BASE_QUOTA } from '@heddle/domain/access/quota.ts'
import type { EditedParts } from '../../kernel/versions.ts'
import type { FoundGroup, UserGroupRow } from './groups.store.ts'

type Linked = Pick<UserGroupRow, 'scimOrigin' | 'externalId'>

export const presentScimLink = ({ scimOrigin, externalId }: Linked): GroupReply['scim'] =>
  scimOrigin && { origin: scimOrigin, external_id: externalId }

export function presentGroup({ group, memberCount }: FoundGroup): GroupReply {
  return {
    id: group.id,
    name: group.name,
    role_template: group.roleTemplate,
    member_count: memberCount,
    permissions: [...group.permissions].sort(),
    quota: group.quota ?? BASE_QUOTA,
    scim: presentScimLink(group),
  }
}

/** What two administrators may edit at once; members come and go without it. */
export const editedGroupParts = ({ name, permissions, quota }: GroupReply): EditedParts => ({
  name,
  permissions,
  quota,
})
