import type { ManagedUser, ResetCode } from '@heddle/contract/users.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { refuseKeptElsewhere } from '../auth/index.ts'
import type { UserRow } from '../users/index.ts'
import { type ManagementParts, lockManagedUser, changeManagedUser } from './lock-managed-user.ts'

export async function resetPasswordOf(
  parts: ManagementParts,
  caller: Caller,
  id: number,
  newPassword: string | undefined,
): Promise<void> {
  const { users, passwords, hasher, credentials, securityNotices, note } = parts
  const { user: known } = await users.find(id)
  const faults = newPassword === undefined ? [] : await passwords.faultsOf(newPassword, known)
  if (faults.length > 0) throw new FieldErrors({ new_password: faults })
  const passwordHash = newPassword === undefined ? null : await hasher.hash(newPassword)
  const work = async (tx: Executor, user: UserRow): Promise<void> => {
    refuseKeptElsewhere(user)
    await credentials.setPassword(tx, user, passwordHash)
    if (newPassword !== undefined) await securityNotices.send(tx, user, 'password_changed')
    else if (user.isActive) await passwords.mailForcedReset(tx, user)
    await note(
      tx,
      'user_password_reset',
      user,
      newPassword === undefined ? 'must choose a new password' : 'had their password changed',
    )
  }
  await changeManagedUser(parts, caller, id, work, newPassword === undefined)
}

export function generateResetCodeFor(parts: ManagementParts, caller: Caller, id: number): Promise<ResetCode> {
  const { database, passwords, note } = parts
  return database.transaction(async (tx) => {
    const user = await lockManagedUser(parts, tx, caller, id)
    const code = await passwords.generateCode(tx, user)
    await note(tx, 'reset_code_generate', user, 'was issued a one-time reset code')
    return code
  })
}

export function verifyEmailOf(parts: ManagementParts, caller: Caller, id: number): Promise<ManagedUser> {
  const { verification, note } = parts
  return changeManagedUser(parts, caller, id, async (tx, user) => {
    await verification.accept(tx, user)
    await note(tx, 'user_email_verify', user, 'had their e-mail address marked as verified')
  })
}

export function disableMfaOf(parts: ManagementParts, caller: Caller, id: number): Promise<ManagedUser> {
  const { mfa, sessions, note } = parts
  return changeManagedUser(parts, caller, id, async (tx, user) => {
    await mfa.remove(tx, id)
    await sessions.revoke(tx, id)
    await note(tx, 'user_mfa_disable', user, 'had their second factor disabled by an administrator')
  })
}

export async function sessionsOf({ users, ownSessions }: ManagementParts, caller: Caller, id: number) {
  await users.find(id)
  return ownSessions.list({ id, credential: caller.credential })
}

export async function endSessionsOf(parts: ManagementParts, caller: Caller, id: number): Promise<null> {
  const { database, sessions, note } = parts
  await database.transaction(async (tx) => {
    const user = await lockManagedUser(parts, tx, caller, id)
    await sessions.revoke(tx, id)
    await note(tx, 'session_end', user, 'had all their sessions ended by an administrator')
  })
  return null
}

/** One of them, such as that of a lost telephone. */
export async function endSessionOf(
  parts: ManagementParts,
  caller: Caller,
  { id, session }: { readonly id: number; readonly session: string },
): Promise<null> {
  const { database, ownSessions, note } = parts
  await database.transaction(async (tx) => {
    const user = await lockManagedUser(parts, tx, caller, id)
    await ownSessions.endOf(tx, id, session)
    await note(tx, 'session_end', user, 'had one of their sessions ended by an administrator', { session })
  })
  return null
}
