import type { ReadUser, ScimUser } from '@heddle/domain/scim/user.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { Conflict, Forbidden, orNotFound } from '../../../kernel/errors.ts'
import { requireAnotherSuperuser } from '../../user-management/index.ts'
import type { UserRow } from '../../users/index.ts'
import { fault, refuseFaults, refusingTaken } from '../scim-faults.ts'
import { ownerIsSuperuser, type ScimParts } from '../scim-parts.ts'
import { requireVersion } from '../versions.ts'
import { scimUserOf, versionOfUser } from './scim-users.presenter.ts'
import { findScimUser } from './scim-users.store.ts'

export type UserChange = {
  readonly id: number
  readonly ifMatch: string | undefined
  readonly read: (before: ScimUser) => ReadUser
}
/** Whether it changed anything. */
export async function changeScimUser(
  parts: ScimParts,
  caller: Caller,
  { id, ifMatch, read }: UserChange,
): Promise<boolean> {
  return changing(parts, caller, { id, ifMatch }, async (tx, row, superusers) => {
    const before = scimUserOf(row)
    const { user, faults } = read(before)
    refuseFaults(faults)
    const after = row.scimOrigin === 'created' ? user : withinLinked(row, user)
    if (row.isActive && !after.active) requireAnotherSuperuser(parts, superusers, id)
    return applyChange(parts, tx, row, before, after)
  })
}

export async function deleteScimUser(
  parts: ScimParts,
  caller: Caller,
  target: Omit<UserChange, 'read'>,
): Promise<null> {
  const { sessions, users, noteUser } = parts
  await changing(parts, caller, target, async (tx, row, superusers) => {
    requireAnotherSuperuser(parts, superusers, row.id)
    await sessions.revoke(tx, row.id)
    await users.remove(tx, row.id)
    await noteUser(tx, 'user_delete', row, 'was deleted by the provisioning client', scimUserOf(row))
    return true
  })
  return null
}

type Work = (tx: Executor, row: UserRow, superusers: readonly UserRow[]) => Promise<boolean>

/**
 * Works on one locked account. For a superuser all of them are locked before, in the order that every other change of
 * superusers keeps: of two who deactivate the last two at once, one is refused.
 */
async function changing(
  parts: ScimParts,
  caller: Caller,
  { id, ifMatch }: Omit<UserChange, 'read'>,
  work: Work,
): Promise<boolean> {
  const { database, users } = parts
  const known = orNotFound(await findScimUser(database.db, id))
  if (known.isSuperuser && !(await ownerIsSuperuser(parts, caller)))
    throw new Forbidden('Only the token of a superuser may change a superuser.')
  return database.transaction(async (tx) => {
    const superusers = known.isSuperuser ? await users.lockActiveSuperusers(tx) : []
    const row = await users.lock(tx, id)
    if (row.isSuperuser !== known.isSuperuser) throw new Conflict('The account has just changed.', 'changed')
    if (ifMatch !== undefined) requireVersion(ifMatch, versionOfUser(orNotFound(await findScimUser(tx, id))))
    return work(tx, row, superusers)
  })
}

/** An account that was here before keeps its name, by which its user signs in, and its only address. */
function withinLinked(row: UserRow, user: ScimUser): ScimUser {
  if (user.userName !== row.username)
    throw fault('mutability', 'userName', 'An account that was here before provisioning keeps its name.')
  return { ...user, email: user.email || row.email }
}

async function applyChange(
  parts: ScimParts,
  tx: Executor,
  row: UserRow,
  before: ScimUser,
  after: ScimUser,
): Promise<boolean> {
  const { users, noteUser } = parts
  const isSame = (Object.keys(after) as (keyof ScimUser)[]).every((field) => after[field] === before[field])
  if (isSame) return false
  // The client vouches for the addresses of its accounts: they count at once.
  const address = row.authSource === 'local' ? {} : { formerEmail: null }
  await refusingTaken(
    users.update(tx, row, {
      username: after.userName,
      externalId: after.externalId,
      firstName: after.givenName,
      lastName: after.familyName,
      isActive: after.active,
      ...(after.email !== before.email && { email: after.email, ...address }),
      scimOrigin: row.scimOrigin ?? 'linked',
    }),
  )
  if (before.active !== after.active) await applyActive(parts, tx, row, after.active)
  const { active: _before, ...others } = before
  const { active: _after, ...changed } = after
  if (JSON.stringify(others) !== JSON.stringify(changed))
    await noteUser(tx, 'user_update', row, 'was changed by the provisioning client', { before: others, after: changed })
  return true
}

/** Tokens are deleted, not paused: a return must not bring back what somebody may have kept. */
async function applyActive(parts: ScimParts, tx: Executor, row: UserRow, isActive: boolean): Promise<void> {
  const { credentials, apiTokens, lockout, noteUser } = parts
  if (isActive) {
    await lockout.reset(tx, row)
    return noteUser(tx, 'user_activate', row, 'was activated by the provisioning client')
  }
  const tokens = await apiTokens.removeAll(tx, row.id)
  await credentials.revokeAll(tx, row.id)
  await noteUser(tx, 'user_deactivate', row, 'was deactivated by the provisioning client', {
    deleted_api_tokens: tokens,
  })
}
