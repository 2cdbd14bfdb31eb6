import type { Database, Executor } from '../../adapters/database/database.ts'
import { FieldErrors, orNotFound } from '../../kernel/errors.ts'
import type { Audit, Note } from '../audit/index.ts'
import { addMembers, findGroup, type FoundGroup, type GroupRow, lockGroup, removeMembers } from './groups.store.ts'
import { lockExistingUsers } from './users.store.ts'

export type GroupParts = { readonly database: Database; readonly audit: Audit; readonly note: Note }

export async function findExistingGroup({ database }: GroupParts, id: number): Promise<FoundGroup> {
  return orNotFound(await findGroup(database.db, id))
}

export async function lockExistingGroup(tx: Executor, id: number): Promise<GroupRow> {
  return orNotFound(await lockGroup(tx, id))
}

export async function changeMembers(
  parts: GroupParts,
  id: number,
  userIds: readonly number[],
  way: 'add' | 'remove',
): Promise<FoundGroup> {
  const { database, audit } = parts
  await findExistingGroup(parts, id)
  await database.transaction(async (tx) => {
    // Locks users before groups, as everywhere: the opposite order could deadlock.
    const members = await requireUsers(tx, userIds)
    const group = await lockExistingGroup(tx, id)
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
