import type { LoginReply } from '@heddle/contract/auth.ts'
import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Directory, DirectoryEntry } from '../../adapters/directory/directory.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { NotFound, OUTAGE_RETRY_MS, ServiceUnavailable, Unauthorized } from '../../kernel/errors.ts'
import type { Audit } from '../audit/index.ts'
import type { FoundUser, UserRow, UsersService } from '../users/index.ts'
import { isAdmin } from '@heddle/domain/access/held-permissions.ts'
import type { DirectoryAccounts } from './directory-accounts.ts'
import { type Attempt, type Lockout, UNCOUNTED } from './lockout.ts'
import { codesOf, type LockedSubject, passwordsOf, passwordsOfEntry, passwordsOfName } from './locked-subjects.ts'
import type { MfaService, RecognisedCode } from './mfa.service.ts'
import { deleteExpiredChallenges, insertChallenge, spendChallenge, tryChallenge } from './mfa.store.ts'
import { hashToken, newToken } from './one-time-codes.ts'
import type { SessionsService, TokenPair } from './sessions.service.ts'

const CHALLENGE_LIFETIME_MS = 5 * MINUTE
const CHALLENGE_TRIES = 5

type Dependencies = {
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
export type FailureReason =
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
export type SignInService = ReturnType<typeof createSignInService>

const REFUSED = 'No active account found with the given credentials'

export function createSignInService(dependencies: Dependencies) {
  const { database, users, sessions, mfa, lockout, hasher, directory, directoryAccounts, audit, clock, logger } =
    dependencies

  /** Recorded under the account's own name, whatever was typed. */
  async function fail(
    { username, userId }: LockedSubject['user'],
    reason: FailureReason,
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
  async function refuse(user: LockedSubject['user'], reason: FailureReason, attempt?: Attempt): Promise<never> {
    await fail(user, reason, attempt)
    throw new Unauthorized(REFUSED)
  }

  async function begin(subject: LockedSubject): Promise<Attempt> {
    try {
      return await lockout.begin(subject)
    } catch (error) {
      await fail(subject.user, 'locked_out')
      throw error
    }
  }

  /** An account that the directory may sign in, or else the entry, or else the name. */
  async function directorySubject(typed: string, entry: DirectoryEntry | undefined): Promise<LockedSubject> {
    if (!entry) return passwordsOfName(typed)
    const found = await users.findByName(entry.username)
    return found?.user.authSource === 'directory'
      ? passwordsOf(found.user)
      : passwordsOfEntry(entry.canonicalDn, entry.username)
  }

  async function welcome(tx: Executor, user: UserRow, attempt: Attempt, how: string): Promise<TokenPair> {
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
  async function finish(
    tx: Executor,
    { user }: FoundUser,
    attempt: Attempt,
    how: string,
  ): Promise<SignInReply | undefined> {
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
    return reply(await presentLogin(tx, now.id), await welcome(tx, now, attempt, how))
  }

  /** The user of a challenge; counts the try, whatever its outcome. */
  async function challengedUser(tokenHash: string): Promise<UserRow> {
    const userId = await tryChallenge(database.db, tokenHash, clock.now(), CHALLENGE_TRIES)
    const found = userId === undefined ? undefined : await users.findIn(database.db, userId)
    if (found) return found.user
    await fail({ userId: null, username: '' }, 'dead_mfa_token')
    throw new Unauthorized('The mfa_token is not valid or has expired; log in again')
  }

  /**
   * Uses up challenge and code together; undefined if either was used, or the account changed, since they were checked.
   */
  function finishChallenge(
    userId: number,
    tokenHash: string,
    code: RecognisedCode,
    attempt: Attempt,
  ): Promise<SignedIn | undefined> {
    const work = async (tx: Executor): Promise<SignedIn | undefined> => {
      const now = await users.lockIfExists(tx, userId)
      if (!now?.isActive || !now.mfaEnabled) return undefined
      if (!(await spendChallenge(tx, tokenHash)) || !(await code.spend(tx))) throw new SpentMeanwhile()
      return reply(await presentLogin(tx, now.id), await welcome(tx, now, attempt, code.kind))
    }
    return database.transaction(work).catch(undefinedWhenSpent)
  }

  async function presentLogin(tx: Executor, id: number): Promise<LoginReply['user']> {
    const found = (await users.findIn(tx, id))!
    return { id, username: found.user.username, is_admin: isAdmin(found), mfa_enabled: found.user.mfaEnabled }
  }

  return {
    login: async (username: string, password: string): Promise<SignInReply> => {
      const found = await users.findByName(username)
      const subject = found ? passwordsOf(found.user) : passwordsOfName(username)
      const attempt = await begin(subject)
      const matches = await hasher.verify(found?.user.passwordHash ?? null, password)
      const reason = reasonToRefuse(found, matches)
      if (!found || reason) return refuse(subject.user, reason ?? 'unknown_user', attempt)
      const answer = await database.transaction((tx) => finish(tx, found, attempt, 'password'))
      return answer ?? refuse(subject.user, 'changed_meanwhile', attempt)
    },

    /** The first login creates the account; every login updates names and groups from the directory. */
    directoryLogin: async (username: string, password: string): Promise<SignInReply> => {
      if (!directory) throw new NotFound()
      let subject = passwordsOfName(username)
      let attempt = UNCOUNTED
      // Counted before the bind, on whom the name finds: a directory accepts many spellings of one name.
      const answer = await directory.authenticate(username, password, async (entry) => {
        subject = await directorySubject(username, entry)
        attempt = await begin(subject)
      })
      if (!answer.ok) logger.info({ reason: answer.reason, detail: answer.detail }, 'LDAP sign-in rejected')
      if (!answer.ok && answer.reason === 'unavailable') {
        await database.transaction((tx) => attempt.takeBack(tx))
        await fail(subject.user, 'directory_unavailable')
        throw new ServiceUnavailable('The directory is not responding.', OUTAGE_RETRY_MS)
      }
      if (!answer.ok) return refuse(subject.user, 'directory_refused', attempt)
      const found = await directoryAccounts.follow(answer.user)
      if (found === 'local_account_exists') return refuse(subject.user, found, attempt)
      const { user } = passwordsOf(found.user)
      if (!found.user.isActive) return refuse(user, 'inactive', attempt)
      const reply = await database.transaction((tx) => finish(tx, found, attempt, 'directory'))
      return reply ?? refuse(user, 'changed_meanwhile', attempt)
    },

    /**
     * Accepts an authenticator or backup code. Wrong ones are counted for the account, over all challenges and
     * addresses.
     */
    mfaLogin: async (token: string, code: string): Promise<SignedIn> => {
      const tokenHash = hashToken(token)
      const user = await challengedUser(tokenHash)
      const attempt = await begin(codesOf(user))
      const recognised = await mfa.recognise(user.id, code)
      const answer = recognised && (await finishChallenge(user.id, tokenHash, recognised, attempt))
      if (!answer) {
        await fail(codesOf(user).user, 'wrong_code', attempt)
        throw new Unauthorized('The code is not valid')
      }
      return answer
    },

    deleteExpired: async (): Promise<void> => {
      await deleteExpiredChallenges(database.db, clock.now())
      await lockout.deleteExpired()
    },
  }
}

/**
 * Another caller was first. Rolls back the transaction, so that challenge and code are used up together or not at all.
 */
class SpentMeanwhile extends Error {}

function undefinedWhenSpent(error: unknown): undefined {
  if (error instanceof SpentMeanwhile) return undefined
  throw error
}

function reasonToRefuse(found: FoundUser | undefined, matches: boolean): FailureReason | undefined {
  if (!found) return 'unknown_user'
  if (found.user.passwordHash === null) return 'no_local_password'
  if (!matches) return 'wrong_password'
  return found.user.isActive ? undefined : 'inactive'
}

const reply = (user: LoginReply['user'], pair: TokenPair): SignedIn => ({ ...pair, user })
