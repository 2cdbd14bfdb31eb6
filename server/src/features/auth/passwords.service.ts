import type { PasswordResetConfirmBody } from '@heddle/contract/auth.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { UserRow } from '../users/index.ts'
import { deleteExpiredResets } from './password-resets.store.ts'
import { KEPT_ELSEWHERE } from './kept-elsewhere.ts'
import { type PasswordParts, faultsOfPassword } from './password-parts.ts'
import { mailForcedReset, mailResetLinkTo, generateResetCode } from './reset-mails.ts'
import { confirmReset } from './confirm-reset.ts'
import type { ResetCode } from '@heddle/contract/users.ts'

/** Passwords and the ways to set a new one. */
export type PasswordsService = {
  readonly faultsOf: (password: string, user: Pick<UserRow, 'username' | 'email'>) => Promise<string[]>
  /** For an administrator, whom the limits on mails do not hold; the caller records it. */
  readonly mailForcedReset: (tx: Executor, user: UserRow) => Promise<void>
  /** Ends all of the caller's other sessions. */
  readonly change: (caller: Caller, oldPassword: string, newPassword: string) => Promise<void>
  /** Mails a link if an account can use one. Runs after the response, which is the same either way. */
  readonly mailResetLinkTo: (email: string) => Promise<void>
  readonly confirmReset: (body: PasswordResetConfirmBody) => Promise<void>
  /** For an administrator to read out to the user; the caller records it. */
  readonly generateCode: (tx: Executor, user: UserRow) => Promise<ResetCode>
  readonly deleteExpired: () => Promise<void>
}

export function createPasswordsService(parts: PasswordParts): PasswordsService {
  const { database, clock } = parts
  return {
    faultsOf: (password, user) => faultsOfPassword(parts, password, user),
    mailForcedReset: (tx, user) => mailForcedReset(parts, tx, user),
    change: (caller, oldPassword, newPassword) => changeOwnPassword(parts, caller, oldPassword, newPassword),
    mailResetLinkTo: (email) => mailResetLinkTo(parts, email),
    confirmReset: (body) => confirmReset(parts, body),
    generateCode: (tx, user) => generateResetCode(parts, tx, user),
    deleteExpired: () => deleteExpiredResets(database.db, clock.now()),
  }
}

async function changeOwnPassword(
  parts: PasswordParts,
  caller: Caller,
  oldPassword: string,
  newPassword: string,
): Promise<void> {
  const { users, ownPassword, hasher, database, credentials, notices, audit } = parts
  const { user } = await users.find(caller.id)
  if (user.authSource !== 'local') throw new FieldErrors({ old_password: [KEPT_ELSEWHERE[user.authSource]] })
  await ownPassword.check(caller, oldPassword, 'old_password')
  const faults = await faultsOfPassword(parts, newPassword, user)
  if (newPassword === oldPassword) faults.push('The new password must differ from the old one.')
  if (faults.length > 0) throw new FieldErrors({ new_password: faults })
  const passwordHash = await hasher.hash(newPassword)
  await database.transaction(async (tx) => {
    const now = await users.lock(tx, user.id)
    if (now.passwordHash !== user.passwordHash)
      throw new FieldErrors({ old_password: ['The password has been changed in the meantime.'] })
    await credentials.setPassword(tx, now, passwordHash, caller.credential.id)
    await notices.send(tx, now, 'password_changed')
    await audit.record(tx, {
      action: 'password_change',
      description: `${user.username} changed their password`,
      target: { type: 'user', id: user.id },
    })
  })
}
