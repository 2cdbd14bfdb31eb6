import type { GroupCreate, GroupPatch } from '@heddle/contract/users.ts'
import {
  isPermission,
  type Permission,
  templatePermissions,
  RETIRED_PERMISSIONS,
  type RoleTemplate,
} from '@heddle/domain/access/permissions.ts'
import { BASE_QUOTA, quotaOf } from '@heddle/domain/access/quota.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { Conflict, FieldErrors } from '../../kernel/errors.ts'
import type { PageRequest, PageOf } from '../../kernel/paging.ts'
import type { Precondition } from '../../kernel/versions.ts'
import { uniqueViolation } from '../../platform/sql/constraint-errors.ts'
import {
  addToGroups,
  findAllGroups,
  lockExistingGroups,
  type FoundGroup,
  type GroupFilter,
  insertGroup,
  listGroups,
  replaceGroups,
  updateGroup,
} from './groups.store.ts'
import { editedGroupParts, presentGroup } from './groups.presenter.ts'
import {
  type GroupParts,
  findExistingGroup,
  lockExistingGroup,
  changeMembers,
  deleteOwnerless,
} from './group-members.ts'

/** What others may ask of groups, and do to them. */
export type GroupsService = {
  readonly list: (filter: GroupFilter, page: PageRequest) => Promise<PageOf<FoundGroup>>
  readonly get: (id: number) => Promise<FoundGroup>
  readonly create: (body: GroupCreate) => Promise<FoundGroup>
  readonly change: (id: number, patch: GroupPatch, ifMatch: Precondition) => Promise<FoundGroup>
  /** The same within a transaction of the caller. */
  readonly many: ManyGroups
  /** Members keep their accounts, and lose the permissions of the group. */
  readonly remove: (id: number) => Promise<null>
  /**
   * Copies everything but the members. This includes the role template: members of a cloned administrators' group are
   * administrators.
   */
  readonly clone: (id: number, name: string) => Promise<FoundGroup>
  readonly addMembers: (id: number, userIds: readonly number[]) => Promise<FoundGroup>
  readonly removeMembers: (id: number, userIds: readonly number[]) => Promise<FoundGroup>
  /** Errors for the group ids that do not exist. */
  readonly faultsOf: (tx: Executor, ids: readonly number[]) => Promise<string[]>
  readonly replaceGroupsOf: (tx: Executor, userId: number, groupIds: readonly number[]) => Promise<void>
  readonly addToGroup: (tx: Executor, userId: number, name: string) => Promise<void>
}

export type ManyGroups = {
  readonly all: (tx: Executor) => Promise<readonly FoundGroup[]>
  readonly insert: (tx: Executor, body: GroupCreate) => Promise<number>
  readonly change: (tx: Executor, id: number, patch: GroupPatch) => Promise<void>
  readonly remove: (tx: Executor, id: number) => Promise<void>
}

export function createGroupsService(parts: GroupParts): GroupsService {
  const { database } = parts
  return {
    list: (filter, page) => listGroups(database.db, filter, page),
    get: (id) => findExistingGroup(parts, id),
    create: (body) => createGroup(parts, body),
    change: (id, patch, ifMatch) => changeGroup(parts, id, patch, ifMatch),
    many: {
      all: findAllGroups,
      insert: (tx, body) => insertNewGroup(parts, tx, body),
      change: (tx, id, patch) => writeGroup(parts, tx, { id, patch }),
      remove: (tx, id) => eraseGroup(parts, tx, id),
    },
    remove: async (id) => {
      await database.transaction((tx) => eraseGroup(parts, tx, id))
      return null
    },
    clone: (id, name) => cloneGroup(parts, id, name),
    addMembers: (id, userIds) => changeMembers(parts, id, userIds, 'add'),
    removeMembers: (id, userIds) => changeMembers(parts, id, userIds, 'remove'),
    faultsOf: faultsOfGroupIds,
    replaceGroupsOf: replaceGroups,
    addToGroup: (tx, userId, name) => addToGroups(tx, userId, [name]),
  }
}

async function createGroup(parts: GroupParts, body: GroupCreate): Promise<FoundGroup> {
  return findExistingGroup(parts, await parts.database.transaction((tx) => insertNewGroup(parts, tx, body)))
}

async function insertNewGroup({ note }: GroupParts, tx: Executor, { name, role_template }: GroupCreate) {
  const role = (role_template ?? null) as RoleTemplate | null
  const permissions = role === null ? [] : [...templatePermissions(role)]
  const row = { name: name.trim(), roleTemplate: role, permissions, quota: quotaOf(role) }
  const made = await insertGroup(tx, row).catch(refuseTakenName)
  await note(tx, 'group_create', { id: made, name: row.name }, 'was created', { name, role_template: role })
  return made
}

type GroupChange = { readonly id: number; readonly patch: GroupPatch; readonly ifMatch?: Precondition }

async function changeGroup(
  parts: GroupParts,
  id: number,
  patch: GroupPatch,
  ifMatch: Precondition,
): Promise<FoundGroup> {
  await parts.database.transaction((tx) => writeGroup(parts, tx, { id, patch, ifMatch }))
  return findExistingGroup(parts, id)
}

async function writeGroup({ note }: GroupParts, tx: Executor, { id, patch, ifMatch }: GroupChange): Promise<void> {
  const permissions = patch.permissions && requirePermissions(patch.permissions)
  const row = await lockExistingGroup(tx, id)
  ifMatch?.check(editedGroupParts(presentGroup({ group: row, memberCount: 0 })))
  const name = patch.name?.trim() ?? row.name
  // Settings and the directory refer to built-in groups by name, and the next start would create them again.
  if (row.isBuiltIn && name !== row.name) throw new Conflict('A built-in group cannot be renamed.', 'built_in_group')
  const quota = { ...(row.quota ?? BASE_QUOTA), ...patch.quota }
  await updateGroup(tx, id, { name, quota, permissions: permissions ?? row.permissions }).catch(refuseTakenName)
  const before = { name: row.name, permissions: row.permissions, quota: row.quota }
  await note(tx, 'group_update', { id, name }, 'was changed', { before, after: patch })
}

async function eraseGroup({ note }: GroupParts, tx: Executor, id: number): Promise<void> {
  const row = await lockExistingGroup(tx, id)
  if (row.isBuiltIn) throw new Conflict('A built-in group cannot be deleted.', 'built_in_group')
  await deleteOwnerless(tx, id)
  await note(tx, 'group_delete', row, 'was deleted', { permissions: row.permissions, quota: row.quota })
}

async function cloneGroup(parts: GroupParts, id: number, name: string): Promise<FoundGroup> {
  const { database, audit } = parts
  const copy = await database.transaction(async (tx) => {
    const { permissions, quota, roleTemplate, name: original } = await lockExistingGroup(tx, id)
    const made = await insertGroup(tx, { name: name.trim(), roleTemplate, permissions, quota }).catch(refuseTakenName)
    await audit.record(tx, {
      action: 'group_clone',
      description: `Group "${name.trim()}" was created as a copy of "${original}"`,
      target: { type: 'group', id: made },
      metadata: { original: id },
    })
    return made
  })
  return findExistingGroup(parts, copy)
}

async function faultsOfGroupIds(tx: Executor, ids: readonly number[]): Promise<string[]> {
  const known = await lockExistingGroups(tx, ids)
  return ids.filter((id) => !known.includes(id)).map((id) => `Group ${id} does not exist.`)
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
