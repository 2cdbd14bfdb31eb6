import {
  BUILT_IN_GROUPS,
  type Permission,
  PERMISSIONS,
  templatePermissions,
  RETIRED_PERMISSIONS,
  type RoleTemplate,
} from '@heddle/domain/access/permissions.ts'
import { quotaOf } from '@heddle/domain/access/quota.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { readInstanceSetting, writeInstanceSetting } from '../../platform/instance/instance-settings.ts'
import { allGroups, type UserGroupRow, insertMissingGroups, revokeFromAll, updateGroup } from './groups.store.ts'

const KNOWN_PERMISSIONS = 'known_permissions'

/**
 * Creates those of the four groups that are missing, and adds this version's new permissions to every group with a role
 * template; retired ones are taken from everyone. Permissions that an administrator removed stay removed.
 */
export async function prepareGroups(tx: Executor): Promise<void> {
  await revokeFromAll(tx, RETIRED_PERMISSIONS)
  const known = (await readInstanceSetting(tx, KNOWN_PERMISSIONS)) as Permission[] | undefined
  await insertMissingGroups(
    tx,
    BUILT_IN_GROUPS.map(({ name, role }) => ({
      name,
      roleTemplate: role,
      permissions: [...templatePermissions(role)],
      quota: quotaOf(role),
      isBuiltIn: true,
    })),
  )
  for (const group of await allGroups(tx)) {
    const changes = upgradeOf(group, known)
    if (changes) await updateGroup(tx, group.id, changes)
  }
  await writeInstanceSetting(tx, KNOWN_PERMISSIONS, PERMISSIONS)
}

function upgradeOf(group: UserGroupRow, known: readonly Permission[] | undefined) {
  const gained = known && group.roleTemplate ? newPermissions(group.roleTemplate, known, group.permissions) : []
  if (gained.length === 0 && group.quota) return undefined
  return { permissions: [...group.permissions, ...gained], quota: group.quota ?? quotaOf(group.roleTemplate) }
}

const newPermissions = (role: RoleTemplate, known: readonly Permission[], held: readonly Permission[]): Permission[] =>
  templatePermissions(role).filter((permission) => !known.includes(permission) && !held.includes(permission))
