import type { DirectoryEntry } from '../../adapters/directory/directory.ts'
import { NotFound, OUTAGE_RETRY_MS, ServiceUnavailable } from '../../kernel/errors.ts'
import type { FoundUser } from '../users/index.ts'
import { UNCOUNTED } from './lockout.ts'
import { type LockedSubject, passwordsOf, passwordsOfEntry, passwordsOfName } from './locked-subjects.ts'
import { deleteExpiredChallenges } from './mfa.store.ts'
import {
  type SignInParts,
  type SignInFailureReason,
  type SignedIn,
  type SignInReply,
  recordFailure,
  refuseLogin,
  beginAttempt,
} from './sign-in-parts.ts'
import { finishLogin } from './finish-login.ts'
import { logInWithCode } from './log-in-with-code.ts'

export type SignInService = {
  readonly login: (username: string, password: string) => Promise<SignInReply>
  /** The first login creates the account; every login updates names and groups from the directory. */
  readonly directoryLogin: (username: string, password: string) => Promise<SignInReply>
  /**
   * Accepts an authenticator or backup code. Wrong ones are counted for the account, over all challenges and
   * addresses.
   */
  readonly mfaLogin: (token: string, code: string) => Promise<SignedIn>
  readonly deleteExpired: () => Promise<void>
}

export function createSignInService(parts: SignInParts): SignInService {
  return {
    login: (username, password) => logIn(parts, username, password),
    directoryLogin: (username, password) => logInByDirectory(parts, username, password),
    mfaLogin: (token, code) => logInWithCode(parts, token, code),
    deleteExpired: () => deleteExpiredLogins(parts),
  }
}

/** An account that the directory may sign in, or else the entry, or else the name. */
async function directorySubject(
  { users }: SignInParts,
  typed: string,
  entry: DirectoryEntry | undefined,
): Promise<LockedSubject> {
  if (!entry) return passwordsOfName(typed)
  const found = await users.findByName(entry.username)
  return found?.user.authSource === 'directory'
    ? passwordsOf(found.user)
    : passwordsOfEntry(entry.canonicalDn, entry.username)
}

async function logIn(parts: SignInParts, username: string, password: string): Promise<SignInReply> {
  const { users, hasher, database } = parts
  const found = await users.findByName(username)
  const subject = found ? passwordsOf(found.user) : passwordsOfName(username)
  const attempt = await beginAttempt(parts, subject)
  const matches = await hasher.verify(found?.user.passwordHash ?? null, password)
  const reason = reasonToRefuse(found, matches)
  if (!found || reason) return refuseLogin(parts, subject.user, reason ?? 'unknown_user', attempt)
  const answer = await database.transaction((tx) => finishLogin(parts, tx, found, attempt, 'password'))
  return answer ?? refuseLogin(parts, subject.user, 'changed_meanwhile', attempt)
}

async function logInByDirectory(parts: SignInParts, username: string, password: string): Promise<SignInReply> {
  const { directory, logger, database, directoryAccounts } = parts
  if (!directory) throw new NotFound()
  let subject = passwordsOfName(username)
  let attempt = UNCOUNTED
  // Counted before the bind, on whom the name finds: a directory accepts many spellings of one name.
  const answer = await directory.authenticate(username, password, async (entry) => {
    subject = await directorySubject(parts, username, entry)
    attempt = await beginAttempt(parts, subject)
  })
  if (!answer.ok) logger.info({ reason: answer.reason, detail: answer.detail }, 'LDAP sign-in rejected')
  if (!answer.ok && answer.reason === 'unavailable') {
    await database.transaction((tx) => attempt.takeBack(tx))
    await recordFailure(parts, subject.user, 'directory_unavailable')
    throw new ServiceUnavailable('The directory is not responding.', OUTAGE_RETRY_MS)
  }
  if (!answer.ok) return refuseLogin(parts, subject.user, 'directory_refused', attempt)
  const found = await directoryAccounts.follow(answer.user)
  if (found === 'local_account_exists') return refuseLogin(parts, subject.user, found, attempt)
  const { user } = passwordsOf(found.user)
  if (!found.user.isActive) return refuseLogin(parts, user, 'inactive', attempt)
  const reply = await database.transaction((tx) => finishLogin(parts, tx, found, attempt, 'directory'))
  return reply ?? refuseLogin(parts, user, 'changed_meanwhile', attempt)
}

async function deleteExpiredLogins({ database, clock, lockout }: SignInParts): Promise<void> {
  await deleteExpiredChallenges(database.db, clock.now())
  await lockout.deleteExpired()
}

function reasonToRefuse(found: FoundUser | undefined, matches: boolean): SignInFailureReason | undefined {
  if (!found) return 'unknown_user'
  if (found.user.passwordHash === null) return 'no_local_password'
  if (!matches) return 'wrong_password'
  return found.user.isActive ? undefined : 'inactive'
}
