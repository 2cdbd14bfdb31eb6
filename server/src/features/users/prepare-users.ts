import type { Executor } from '../../adapters/database/database.ts'
import { prepareGroups } from './prepare-groups.ts'
import { addToGroups, groupIdsOf } from './groups.store.ts'
import { countUsers, insertUser } from './users.store.ts'
import type { UserParts } from './user-rows.ts'

export type FirstUser = { readonly username: string; readonly email: string; readonly password: string }

export async function idsOfDefaultGroup({ defaultGroup, logger }: UserParts, tx: Executor): Promise<number[]> {
  const ids = await groupIdsOf(tx, [defaultGroup])
  if (ids.length === 0)
    logger.warn({ group: defaultGroup }, 'DEFAULT_GROUP does not exist: new users are added to no group')
  return ids
}

export async function prepareUsers({ hasher, database, clock, audit }: UserParts, first: FirstUser): Promise<boolean> {
  const passwordHash = await hasher.hash(first.password)
  return database.transaction(async (tx) => {
    await prepareGroups(tx)
    if ((await countUsers(tx)) > 0) return false
    const now = clock.now()
    const { username, email } = first
    const id = await insertUser(tx, {
      username,
      email,
      passwordHash,
      isSuperuser: true,
      dateJoined: now,
      updatedAt: now,
    })
    await addToGroups(tx, id, ['Administrators'])
    await audit.record(tx, {
      action: 'first_start',
      description: `The first superuser "${username}" was created`,
      target: { type: 'user', id },
    })
    return true
  })
}
