import type { LoginReply } from '@heddle/contract/auth.ts'
import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Directory } from '../../adapters/directory/directory.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Unauthorized } from '../../kernel/errors.ts'
import type { Audit } from '../audit/index.ts'
import type { UsersService } from '../users/index.ts'
import type { DirectoryAccounts } from './directory-accounts.ts'
import { type SignInAttempt, type Lockout, UNCOUNTED } from './lockout.ts'
import type { LockedSubject } from './locked-subjects.ts'
import type { MfaService } from './mfa.service.ts'
import type { SessionsService, TokenPair } from './sessions.service.ts'

export type SignInParts = {
  readonly database: Database
  readonly users: UsersService
  readonly sessions: SessionsService
  readonly mfa: MfaService
  readonly lockout: Lockout
  readonly hasher: PasswordHasher
  readonly directory: Directory | undefined
  readonly directoryAccounts: DirectoryAccounts
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
}

/** Why an attempt failed. Shown to administrators only, never to the caller. */
export type SignInFailureReason =
  | 'unknown_user'
  | 'wrong_password'
  | 'inactive'
  | 'no_local_password'
  | 'locked_out'
  | 'wrong_code'
  | 'dead_mfa_token'
  | 'changed_meanwhile'
  | 'directory_refused'
  | 'directory_unavailable'
  | 'local_account_exists'

export type SignedIn = LoginReply & TokenPair

export type SignInReply = SignedIn | { readonly mfa_required: true; readonly mfa_token: string }

const REFUSED = 'No active account found with the given credentials'

/** Recorded under the account's own name, whatever was typed. */
export async function recordFailure(
  { database, audit }: SignInParts,
  { username, userId }: LockedSubject['user'],
  reason: SignInFailureReason,
  attempt = UNCOUNTED,
): Promise<void> {
  await database.transaction(async (tx) => {
    await audit.recordLoginAttempt(tx, { username, success: false, failureReason: reason })
    await audit.record(tx, {
      action: 'user_login_failed',
      description: `Sign-in of "${username.slice(0, 200)}" was rejected`,
      metadata: { reason },
      actor: { userId, username },
      ...(userId !== null && { target: { type: 'user', id: userId } }),
    })
    await attempt.failed(tx)
  })
}

/** The same message for a wrong password, an unknown user and a deactivated one. */
export async function refuseLogin(
  parts: SignInParts,
  user: LockedSubject['user'],
  reason: SignInFailureReason,
  attempt?: SignInAttempt,
): Promise<never> {
  await recordFailure(parts, user, reason, attempt)
  throw new Unauthorized(REFUSED)
}

export async function beginAttempt(parts: SignInParts, subject: LockedSubject): Promise<SignInAttempt> {
  const { lockout } = parts
  try {
    return await lockout.begin(subject)
  } catch (error) {
    await recordFailure(parts, subject.user, 'locked_out')
    throw error
  }
}
