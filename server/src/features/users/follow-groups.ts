import type { Executor } from '../../adapters/database/database.ts'
import type { Audit } from '../audit/index.ts'
import { addMembers, groupIdsOf, type MemberSource, membershipsOf, removeMembers } from './groups.store.ts'

export type FollowedGroups = {
  readonly user: { readonly id: number; readonly username: string }
  /** Ids of the groups that the user should be in. */
  readonly wanted: readonly number[]
  /** Names of the groups that only the other side decides about. */
  readonly managed: readonly string[]
  /** Who adds and removes: what it added, it may also remove. */
  readonly source: Exclude<MemberSource, 'local'>
  /** Of the audit entry, such as "to match the directory". */
  readonly why: string
}

/** Makes groups follow what somebody else knows: managed ones and those it gave. Groups assigned by hand stay. */
export async function followGroups(
  audit: Audit,
  tx: Executor,
  { user, wanted, managed, source, why }: FollowedGroups,
): Promise<void> {
  const managedIds = await groupIdsOf(tx, managed)
  const held = await membershipsOf(tx, user.id)
  const removed = held
    .filter((one) => (one.source === source || managedIds.includes(one.groupId)) && !wanted.includes(one.groupId))
    .map(({ groupId }) => groupId)
  const added = wanted.filter((groupId) => !held.some((membership) => membership.groupId === groupId))
  if (removed.length === 0 && added.length === 0) return
  for (const groupId of removed) await removeMembers(tx, groupId, [user.id])
  for (const groupId of added) await addMembers(tx, groupId, [user.id], source)
  await audit.record(tx, {
    action: 'user_update',
    description: `Groups of "${user.username}" were changed ${why}`,
    target: { type: 'user', id: user.id },
    metadata: { groups_added: added, groups_removed: removed },
    actor: { userId: user.id, username: user.username },
  })
}
