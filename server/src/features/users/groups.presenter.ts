import type { GroupReply } from '@heddle/contract/users.ts'
import { BASE_QUOTA } from '@heddle/domain/access/quota.ts'
import type { FoundGroup } from './groups.store.ts'

export function presentGroup({ group, memberCount }: FoundGroup): GroupReply {
  return {
    id: group.id,
    name: group.name,
    role_template: group.roleTemplate,
    member_count: memberCount,
    permissions: [...group.permissions].sort(),
    quota: group.quota ?? BASE_QUOTA,
  }
}
