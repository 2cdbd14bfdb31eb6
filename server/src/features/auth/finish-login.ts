import type { LoginReply } from '@heddle/contract/auth.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { MINUTE } from '../../kernel/durations.ts'
import type { FoundUser, UserRow } from '../users/index.ts'
import { isAdmin } from '@heddle/domain/access/held-permissions.ts'
import type { SignInAttempt } from './lockout.ts'
import { insertChallenge } from './mfa.store.ts'
import { hashToken, newToken } from './one-time-codes.ts'
import type { TokenPair } from './sessions.service.ts'
import type { SignInParts, SignedIn, SignInReply } from './sign-in-parts.ts'

const CHALLENGE_LIFETIME_MS = 5 * MINUTE

export async function welcome(
  { sessions, users, clock, audit }: Pick<SignInParts, 'sessions' | 'users' | 'clock' | 'audit'>,
  tx: Executor,
  user: UserRow,
  attempt: SignInAttempt,
  how: string,
): Promise<TokenPair> {
  await attempt.succeeded(tx, user)
  const pair = await sessions.start(tx, user.id)
  await users.recordLogin(tx, user.id, clock.now())
  await audit.recordLoginAttempt(tx, { username: user.username, success: true, failureReason: '' })
  await audit.record(tx, {
    action: 'user_login',
    description: `${user.username} signed in`,
    target: { type: 'user', id: user.id },
    metadata: { how },
    actor: { userId: user.id, username: user.username },
  })
  return pair
}

/** Locks the account and checks it again, in case it changed while the password was being verified. */
export async function finishLogin(
  parts: SignInParts,
  tx: Executor,
  { user }: FoundUser,
  attempt: SignInAttempt,
  how: string,
): Promise<SignInReply | undefined> {
  const { users, clock, audit } = parts
  const now = await users.lockIfExists(tx, user.id)
  if (!now?.isActive || now.passwordHash !== user.passwordHash) return undefined
  if (now.mfaEnabled) {
    await attempt.takeBack(tx)
    const mfa_token = newToken()
    await insertChallenge(tx, hashToken(mfa_token), now.id, new Date(clock.now().getTime() + CHALLENGE_LIFETIME_MS))
    await audit.record(tx, {
      action: 'mfa_challenge',
      description: `${now.username} was asked for the second factor`,
      target: { type: 'user', id: now.id },
      metadata: { how },
      actor: { userId: now.id, username: now.username },
    })
    return { mfa_required: true, mfa_token }
  }
  return asSignedIn(await presentLogin(parts, tx, now.id), await welcome(parts, tx, now, attempt, how))
}

export async function presentLogin({ users }: SignInParts, tx: Executor, id: number): Promise<LoginReply['user']> {
  const found = (await users.findIn(tx, id))!
  return { id, username: found.user.username, is_admin: isAdmin(found), mfa_enabled: found.user.mfaEnabled }
}

export const asSignedIn = (user: LoginReply['user'], pair: TokenPair): SignedIn => ({ ...pair, user })
