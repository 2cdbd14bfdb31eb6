import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Conflict, FieldErrors, orNotFound } from '../../kernel/errors.ts'
import type { Audit, Note } from '../audit/index.ts'
import {
  addMembers,
  countServiceAccounts,
  deleteGroup,
  findGroup,
  type FoundGroup,
  type UserGroupRow,
  lockGroup,
  removeMembers,
} from './groups.store.ts'
import { lockExistingUsers, touchUsers } from './users.store.ts'

export type GroupParts = {
  readonly database: Database
  readonly audit: Audit
  readonly note: Note
  readonly clock: Clock
}

export async function findExistingGroup({ database }: GroupParts, id: number): Promise<FoundGroup> {
  return orNotFound(await findGroup(database.db, id))
}

export async function lockExistingGroup(tx: Executor, id: number): Promise<UserGroupRow> {
  return orNotFound(await lockGroup(tx, id))
}

/** Deletes a locked group, unless it owns service accounts, which would be nobody's. */
export async function deleteOwnerless(tx: Executor, id: number): Promise<void> {
  const owned = await countServiceAccounts(tx, id)
  if (owned > 0) {
    const accounts = owned === 1 ? 'a service account' : `${owned} service accounts`
    throw new Conflict(`The group owns ${accounts}. Give them to another group first.`, 'owns_service_accounts')
  }
  await deleteGroup(tx, id)
}

export async function changeMembers(
  parts: GroupParts,
  id: number,
  userIds: readonly number[],
  way: 'add' | 'remove',
): Promise<FoundGroup> {
  const { database, audit, clock } = parts
  await findExistingGroup(parts, id)
  await database.transaction(async (tx) => {
    // Locks users before groups, as everywhere: the opposite order could deadlock.
    const members = await requireUsers(tx, userIds)
    const group = await lockExistingGroup(tx, id)
    await touchUsers(tx, userIds, clock.now())
    await (way === 'add' ? addMembers(tx, id, userIds) : removeMembers(tx, id, userIds))
    const names = members.map(({ username }) => username)
    await audit.record(tx, {
      action: way === 'add' ? 'members_add' : 'members_remove',
      description: `${way === 'add' ? 'Added to' : 'Removed from'} group "${group.name}": ${names.join(', ')}`,
      target: { type: 'group', id },
      metadata: { user_ids: userIds },
    })
  })
  return findExistingGroup(parts, id)
}

async function requireUsers(tx: Executor, ids: readonly number[]) {
  const found = await lockExistingUsers(tx, ids)
  const unknown = ids.filter((id) => !found.some((user) => user.id === id))
  if (unknown.length > 0) throw new FieldErrors({ user_ids: unknown.map((id) => `User ${id} does not exist.`) })
  return found
}
