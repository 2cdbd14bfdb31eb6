import { BASE_QUOTA } from '@heddle/domain/access/quota.ts'
import type { ReadGroup, ScimGroup } from '@heddle/domain/scim/group.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import { Conflict, orNotFound, ServiceUnavailable } from '../../../kernel/errors.ts'
import { SECOND } from '../../../kernel/durations.ts'
import {
  addMembers,
  deleteOwnerless,
  giveToScim,
  type UserGroupRow,
  insertGroup,
  lockExistingUsers,
  lockGroup,
  memberIdsOf,
  removeMembers,
  touchUsers,
  updateGroup,
} from '../../users/index.ts'
import { fault, refuseFaults, refusingTaken } from '../scim-faults.ts'
import type { ScimParts } from '../scim-parts.ts'
import { requireVersion } from '../versions.ts'
import { versionOfGroup } from './scim-groups.presenter.ts'
import { findScimGroup, type ScimGroupRow } from './scim-groups.store.ts'

export type GroupTarget = { readonly id: number; readonly ifMatch: string | undefined }
type Before = Omit<ScimGroup, 'named'>
type ReadChange = (before: Before) => ReadGroup

/** Members in an entry's sentence; all their ids are in its details. */
const MOST_NAMES = 20
const MOST_TRIES = 5

export async function createScimGroup(parts: ScimParts, { group, faults }: ReadGroup): Promise<number> {
  const { database, audit } = parts
  refuseFaults(faults)
  return database.transaction(async (tx) => {
    const members = await requireUsers(tx, [...group.members])
    const id = await refusingTaken(
      insertGroup(tx, {
        name: group.displayName,
        externalId: group.externalId,
        scimOrigin: 'created',
        quota: BASE_QUOTA,
      }),
    )
    await audit.record(tx, {
      action: 'group_create',
      description: `Group "${group.displayName}" was created by the provisioning client`,
      target: { type: 'group', id },
      content: { name: group.displayName, external_id: group.externalId },
    })
    const made = { id, name: group.displayName, scimOrigin: 'created' } as const
    await putMembers(parts, tx, made, { added: members, removed: [], named: members })
    return id
  })
}

/** Whether it changed anything. */
export async function changeScimGroup(parts: ScimParts, target: GroupTarget, read: ReadChange): Promise<boolean> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const isChanged = await tryToChange(parts, target, read)
    if (isChanged !== undefined) return isChanged
  }
  throw new ServiceUnavailable('The group keeps changing.', SECOND)
}

/**
 * Undefined if the group changed meanwhile, so that more accounts are concerned than were locked. Accounts are locked
 * before groups, as everywhere: so what concerns whom has to be known before the group is locked.
 */
async function tryToChange(parts: ScimParts, target: GroupTarget, read: ReadChange): Promise<boolean | undefined> {
  const { database } = parts
  const planned = planOf(await groupBefore(database.db, target), read)
  return database.transaction(async (tx) => {
    const locked = await requireUsers(tx, planned.concerned)
    const group = orNotFound(await lockGroup(tx, target.id))
    const plan = planOf(await groupBefore(tx, target), read)
    const known = new Map(locked.map((user) => [user.id, user]))
    if (plan.concerned.some((id) => !known.has(id))) return undefined
    const usersOf = (ids: readonly number[]) => ids.map((id) => known.get(id)!)
    const isRenamed = await changeFields(parts, tx, group, plan.after)
    const given = { added: usersOf(plan.added), removed: usersOf(plan.removed), named: usersOf(plan.named) }
    await putMembers(parts, tx, { ...group, name: plan.after.displayName }, given)
    return isRenamed || plan.added.length > 0 || plan.removed.length > 0
  })
}

export async function deleteScimGroup({ database, audit }: ScimParts, { id, ifMatch }: GroupTarget): Promise<null> {
  await database.transaction(async (tx) => {
    const row = orNotFound(await lockGroup(tx, id))
    if (ifMatch !== undefined) requireVersion(ifMatch, versionOfGroup(orNotFound(await findScimGroup(tx, id))))
    if (row.scimOrigin !== 'created')
      throw new Conflict('A group that was here before provisioning is not deleted by it.', 'group_kept')
    await deleteOwnerless(tx, id)
    await audit.record(tx, {
      action: 'group_delete',
      description: `Group "${row.name}" was deleted by the provisioning client`,
      target: { type: 'group', id },
      content: { permissions: row.permissions, quota: row.quota },
    })
  })
  return null
}

async function groupBefore(db: Executor, { id, ifMatch }: GroupTarget): Promise<Before> {
  const row: ScimGroupRow = orNotFound(await findScimGroup(db, id))
  requireVersion(ifMatch, versionOfGroup(row))
  return { displayName: row.name, externalId: row.externalId, members: new Set(await memberIdsOf(db, id)) }
}

function planOf(before: Before, read: ReadChange) {
  const { group: after, faults } = read(before)
  refuseFaults(faults)
  const added = [...after.members].filter((id) => !before.members.has(id))
  const removed = [...before.members].filter((id) => !after.members.has(id))
  const named = [...after.named].filter((id) => after.members.has(id))
  const concerned = [...new Set([...added, ...removed, ...named])]
  return { after, added, removed, named, concerned }
}

type User = { readonly id: number; readonly username: string }

async function requireUsers(tx: Executor, ids: readonly number[]): Promise<readonly User[]> {
  const found = await lockExistingUsers(tx, ids)
  if (found.length === ids.length) return found
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id)).slice(0, 10)
  throw fault('invalidValue', 'members', `There are no Users with the ids ${missing.join(', ')}.`)
}

async function changeFields({ audit }: ScimParts, tx: Executor, row: UserGroupRow, after: ScimGroup): Promise<boolean> {
  const { displayName: name, externalId } = after
  if (name === row.name && externalId === row.externalId) return false
  // Settings, roles and people know a group by its name.
  if (name !== row.name && row.scimOrigin !== 'created')
    throw fault('mutability', 'displayName', 'A group that was here before provisioning keeps its name.')
  await refusingTaken(updateGroup(tx, row.id, { name, externalId, scimOrigin: row.scimOrigin ?? 'linked' }))
  await audit.record(tx, {
    action: 'group_update',
    description: `Group "${name}" was changed by the provisioning client`,
    target: { type: 'group', id: row.id },
    content: { before: { name: row.name, external_id: row.externalId }, after: { name, external_id: externalId } },
  })
  return true
}

type Membership = {
  readonly added: readonly User[]
  readonly removed: readonly User[]
  /** Members whom the request named: the client decides about these from now on. */
  readonly named: readonly User[]
}

async function putMembers(
  { audit, clock }: ScimParts,
  tx: Executor,
  group: Pick<UserGroupRow, 'id' | 'name' | 'scimOrigin'>,
  { added, removed, named }: Membership,
): Promise<void> {
  const idsOf = (users: readonly User[]) => users.map(({ id }) => id)
  await giveToScim(tx, group.id, idsOf(named))
  for (const [users, action] of [
    [added, 'members_add'],
    [removed, 'members_remove'],
  ] as const) {
    if (users.length === 0) continue
    const ids = idsOf(users)
    await touchUsers(tx, ids, clock.now())
    await (action === 'members_add' ? addMembers(tx, group.id, ids, 'scim') : removeMembers(tx, group.id, ids))
    await audit.record(tx, {
      action,
      description: `${action === 'members_add' ? 'Added to' : 'Removed from'} group "${group.name}": ${namesOf(users)}`,
      target: { type: 'group', id: group.id },
      metadata: { user_ids: ids },
    })
  }
  const isFirst = group.scimOrigin === null && added.length + removed.length > 0
  if (isFirst) await updateGroup(tx, group.id, { scimOrigin: 'linked' })
}

function namesOf(users: readonly User[]): string {
  const names = users.slice(0, MOST_NAMES).map(({ username }) => username)
  return `${names.join(', ')}${users.length > MOST_NAMES ? ` and ${users.length - MOST_NAMES} more` : ''}`
}
