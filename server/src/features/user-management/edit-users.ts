import type { ManagedUser, UserCreate, UserPatch } from '@heddle/contract/users.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors, Forbidden } from '../../kernel/errors.ts'
import type { Precondition } from '../../kernel/versions.ts'
import type { UserRow } from '../users/index.ts'
import { type ManagementParts, lockManagedUser, findManagedUser, changeManagedUser } from './lock-managed-user.ts'

/** Fields that can only be validated against the database. */
type Checked = { readonly username?: string | undefined; readonly email?: string; readonly groups?: readonly number[] }

/** Throws all errors at once: taken names, unknown groups, and what the caller found before. */
async function refuseFaultyUser(
  parts: ManagementParts,
  tx: Executor,
  body: Checked,
  id?: number,
  passwordFaults: string[] = [],
): Promise<void> {
  const { groups, users } = parts
  const unknown = await groups.faultsOf(tx, body.groups ?? [])
  const problems = {
    ...(await users.faultsOfNames(tx, body, id)),
    ...(passwordFaults.length > 0 && { password: passwordFaults }),
    ...(unknown.length > 0 && { groups: unknown }),
  }
  if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
}

export async function setManagedUserActive(
  parts: ManagementParts,
  caller: Caller,
  id: number,
  isActive: boolean,
): Promise<ManagedUser> {
  const { users, lockout, credentials, note } = parts
  const work = async (tx: Executor, user: UserRow): Promise<void> => {
    await users.update(tx, user, { isActive })
    if (isActive) await lockout.reset(tx, user)
    else await credentials.revokeAll(tx, id)
    await note(tx, isActive ? 'user_activate' : 'user_deactivate', user, isActive ? 'was activated' : 'was deactivated')
  }
  return changeManagedUser(parts, caller, id, work, !isActive)
}

export async function createManagedUser(
  parts: ManagementParts,
  caller: Caller,
  body: UserCreate,
): Promise<ManagedUser> {
  const { passwords, hasher, database, users, groups, note } = parts
  if (body.is_superuser === true && !caller.isSuperuser) throw new Forbidden('Only a superuser may create a superuser.')
  const { password } = body
  const faults = password === undefined ? [] : await passwords.faultsOf(password, body)
  const passwordHash = password === undefined || faults.length > 0 ? null : await hasher.hash(password)
  const id = await database.transaction(async (tx) => {
    await refuseFaultyUser(parts, tx, body, undefined, faults)
    const made = await users.insert(tx, {
      username: body.username,
      email: body.email,
      firstName: body.first_name ?? '',
      lastName: body.last_name ?? '',
      passwordHash,
      isActive: body.is_active ?? true,
      isSuperuser: body.is_superuser ?? false,
    })
    await groups.replaceGroupsOf(tx, made, body.groups ?? (await users.defaultGroups(tx)))
    await note(tx, 'user_create', { id: made, username: body.username }, 'was created', body)
    return made
  })
  return findManagedUser(parts, id)
}

export type UserEdit = { readonly id: number; readonly patch: UserPatch; readonly ifMatch: Precondition }

export function editManagedUser(
  parts: ManagementParts,
  caller: Caller,
  { id, patch, ifMatch }: UserEdit,
): Promise<ManagedUser> {
  const { users, credentials, groups, note } = parts
  const work = async (tx: Executor, user: UserRow): Promise<void> => {
    ifMatch.check(user.updatedAt)
    const isSuperuser = patch.is_superuser ?? user.isSuperuser
    if (isSuperuser !== user.isSuperuser && !caller.isSuperuser)
      throw new Forbidden('Only a superuser may promote or demote a superuser.')
    if (isSuperuser && user.authSource === 'provider')
      throw new FieldErrors({ is_superuser: ['A superuser has to have a password here, and this account has none.'] })
    await refuseFaultyUser(parts, tx, { ...patch, username: undefined }, id)
    const isActive = patch.is_active ?? user.isActive
    await users.update(tx, user, {
      email: patch.email ?? user.email,
      firstName: patch.first_name ?? user.firstName,
      lastName: patch.last_name ?? user.lastName,
      isActive,
      isSuperuser,
    })
    if (user.isActive && !isActive) await credentials.revokeAll(tx, id)
    if (patch.groups) await groups.replaceGroupsOf(tx, id, patch.groups)
    await note(tx, 'user_update', user, 'was changed', { before: visible(user), after: patch })
  }
  return changeManagedUser(parts, caller, id, work, patch.is_active === false || patch.is_superuser === false)
}

export async function deleteManagedUser(parts: ManagementParts, caller: Caller, id: number): Promise<null> {
  const { database, sessions, users, note } = parts
  await database.transaction(async (tx) => {
    const user = await lockManagedUser(parts, tx, caller, id, { loses: true })
    await sessions.revoke(tx, id)
    await users.remove(tx, id)
    await note(tx, 'user_delete', user, 'was deleted', visible(user))
  })
  return null
}

const visible = ({ email, firstName, lastName, isActive, isSuperuser }: UserRow) => ({
  email,
  firstName,
  lastName,
  isActive,
  isSuperuser,
})
