import type { GroupCreate, GroupPatch } from '@heddle/contract/users.ts'
import {
  isPermission,
  type Permission,
  templatePermissions,
  RETIRED_PERMISSIONS,
  type RoleTemplate,
} from '@heddle/domain/access/permissions.ts'
import { BASE_QUOTA, quotaOf } from '@heddle/domain/access/quota.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import { Conflict, FieldErrors, orNotFound } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import { uniqueViolation } from '../../platform/sql/constraint-errors.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import {
  addMembers,
  addToGroups,
  deleteGroup,
  lockExistingGroups,
  findGroup,
  type FoundGroup,
  type GroupFilter,
  type GroupRow,
  insertGroup,
  listGroups,
  lockGroup,
  removeMembers,
  replaceGroups,
  updateGroup,
} from './groups.store.ts'
import { lockExistingUsers } from './users.store.ts'

type Dependencies = { readonly database: Database; readonly audit: Audit }
export type GroupsService = ReturnType<typeof createGroupsService>

export function createGroupsService({ database, audit }: Dependencies) {
  const note = notesOn(audit, 'Group', 'group')

  async function get(id: number): Promise<FoundGroup> {
    return orNotFound(await findGroup(database.db, id))
  }

  async function lock(tx: Executor, id: number): Promise<GroupRow> {
    return orNotFound(await lockGroup(tx, id))
  }

  async function changeMembers(id: number, userIds: readonly number[], way: 'add' | 'remove'): Promise<FoundGroup> {
    await get(id)
    await database.transaction(async (tx) => {
      // Locks users before groups, as everywhere: the opposite order could deadlock.
      const members = await requireUsers(tx, userIds)
      const group = await lock(tx, id)
      await (way === 'add' ? addMembers(tx, id, userIds) : removeMembers(tx, id, userIds))
      const names = members.map(({ username }) => username)
      await audit.record(tx, {
        action: way === 'add' ? 'members_add' : 'members_remove',
        description: `${way === 'add' ? 'Added to' : 'Removed from'} group "${group.name}": ${names.join(', ')}`,
        target: { type: 'group', id },
        metadata: { user_ids: userIds },
      })
    })
    return get(id)
  }

  return {
    list: (filter: GroupFilter, page: PageRequest) => listGroups(database.db, filter, page),
    get,

    create: async ({ name, role_template }: GroupCreate): Promise<FoundGroup> => {
      const role = (role_template ?? null) as RoleTemplate | null
      const permissions = role === null ? [] : [...templatePermissions(role)]
      const id = await database.transaction(async (tx) => {
        const row = { name: name.trim(), roleTemplate: role, permissions, quota: quotaOf(role) }
        const made = await insertGroup(tx, row).catch(refuseTakenName)
        await note(tx, 'group_create', { id: made, name: row.name }, 'was created', { name, role_template: role })
        return made
      })
      return get(id)
    },

    change: async (id: number, patch: GroupPatch): Promise<FoundGroup> => {
      const permissions = patch.permissions && requirePermissions(patch.permissions)
      await database.transaction(async (tx) => {
        const row = await lock(tx, id)
        const name = patch.name?.trim() ?? row.name
        // Settings and the directory refer to built-in groups by name, and the next start would create them again.
        if (row.isBuiltIn && name !== row.name)
          throw new Conflict('A built-in group cannot be renamed.', 'built_in_group')
        const quota = { ...(row.quota ?? BASE_QUOTA), ...patch.quota }
        await updateGroup(tx, id, { name, quota, permissions: permissions ?? row.permissions }).catch(refuseTakenName)
        const before = { name: row.name, permissions: row.permissions, quota: row.quota }
        await note(tx, 'group_update', { id, name }, 'was changed', { before, after: patch })
      })
      return get(id)
    },

    /** Members keep their accounts, and lose the permissions of the group. */
    remove: async (id: number): Promise<null> => {
      await database.transaction(async (tx) => {
        const row = await lock(tx, id)
        if (row.isBuiltIn) throw new Conflict('A built-in group cannot be deleted.', 'built_in_group')
        await deleteGroup(tx, id)
        await note(tx, 'group_delete', row, 'was deleted', { permissions: row.permissions, quota: row.quota })
      })
      return null
    },

    /**
     * Copies everything but the members. This includes the role template: members of a cloned administrators' group are
     * administrators.
     */
    clone: async (id: number, name: string): Promise<FoundGroup> => {
      const copy = await database.transaction(async (tx) => {
        const { permissions, quota, roleTemplate, name: original } = await lock(tx, id)
        const made = await insertGroup(tx, { name: name.trim(), roleTemplate, permissions, quota }).catch(
          refuseTakenName,
        )
        await audit.record(tx, {
          action: 'group_clone',
          description: `Group "${name.trim()}" was created as a copy of "${original}"`,
          target: { type: 'group', id: made },
          metadata: { original: id },
        })
        return made
      })
      return get(copy)
    },

    addMembers: (id: number, userIds: readonly number[]) => changeMembers(id, userIds, 'add'),
    removeMembers: (id: number, userIds: readonly number[]) => changeMembers(id, userIds, 'remove'),

    /** Errors for the group ids that do not exist. */
    faultsOf: async (tx: Executor, ids: readonly number[]): Promise<string[]> => {
      const known = await lockExistingGroups(tx, ids)
      return ids.filter((id) => !known.includes(id)).map((id) => `Group ${id} does not exist.`)
    },

    replaceGroupsOf: replaceGroups,

    addToGroup: (tx: Executor, userId: number, name: string): Promise<void> => addToGroups(tx, userId, [name]),
  }
}

async function requireUsers(tx: Executor, ids: readonly number[]) {
  const found = await lockExistingUsers(tx, ids)
  const unknown = ids.filter((id) => !found.some((user) => user.id === id))
  if (unknown.length > 0) throw new FieldErrors({ user_ids: unknown.map((id) => `User ${id} does not exist.`) })
  return found
}

/**
 * Narrows names to permissions; throws an error that lists all unknown ones. Retired ones are left out: a client may
 * send back what an earlier version gave it.
 */
export function requirePermissions(names: readonly string[]): Permission[] {
  const unknown = names.filter((name) => !isPermission(name) && !RETIRED_PERMISSIONS.includes(name))
  if (unknown.length > 0)
    throw new FieldErrors({ permissions: unknown.map((name) => `Permission "${name}" does not exist.`) })
  return [...new Set(names.filter(isPermission))]
}

function refuseTakenName(error: unknown): never {
  if (uniqueViolation(error) === 'groups_name_key') throw new FieldErrors({ name: ['Another group has this name.'] })
  throw error
}
