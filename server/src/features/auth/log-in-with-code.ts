import type { Executor } from '../../adapters/database/database.ts'
import { Unauthorized } from '../../kernel/errors.ts'
import type { UserRow } from '../users/index.ts'
import type { SignInAttempt } from './lockout.ts'
import { codesOf } from './locked-subjects.ts'
import type { RecognisedCode } from './recognise-code.ts'
import { spendChallenge, tryChallenge } from './mfa.store.ts'
import { hashToken } from './one-time-codes.ts'
import { type SignInParts, type SignedIn, recordFailure, beginAttempt } from './sign-in-parts.ts'
import { welcome, presentLogin, asSignedIn } from './finish-login.ts'

const CHALLENGE_TRIES = 5

/** The user of a challenge; counts the try, whatever its outcome. */
async function challengedUser(parts: SignInParts, tokenHash: string): Promise<UserRow> {
  const { database, clock, users } = parts
  const userId = await tryChallenge(database.db, tokenHash, clock.now(), CHALLENGE_TRIES)
  const found = userId === undefined ? undefined : await users.findIn(database.db, userId)
  if (found) return found.user
  await recordFailure(parts, { userId: null, username: '' }, 'dead_mfa_token')
  throw new Unauthorized('The mfa_token is not valid or has expired; log in again')
}

/**
 * Uses up challenge and code together; undefined if either was used, or the account changed, since they were checked.
 */
function finishChallenge(
  parts: SignInParts,
  { userId, tokenHash }: { readonly userId: number; readonly tokenHash: string },
  code: RecognisedCode,
  attempt: SignInAttempt,
): Promise<SignedIn | undefined> {
  const { users, database } = parts
  const work = async (tx: Executor): Promise<SignedIn | undefined> => {
    const now = await users.lockIfExists(tx, userId)
    if (!now?.isActive || !now.mfaEnabled) return undefined
    if (!(await spendChallenge(tx, tokenHash)) || !(await code.spend(tx))) throw new SpentMeanwhile()
    return asSignedIn(await presentLogin(parts, tx, now.id), await welcome(parts, tx, now, attempt, code.kind))
  }
  return database.transaction(work).catch(undefinedWhenSpent)
}

export async function logInWithCode(parts: SignInParts, token: string, code: string): Promise<SignedIn> {
  const { mfa } = parts
  const tokenHash = hashToken(token)
  const user = await challengedUser(parts, tokenHash)
  const attempt = await beginAttempt(parts, codesOf(user))
  const recognised = await mfa.recognise(user.id, code)
  const answer = recognised && (await finishChallenge(parts, { userId: user.id, tokenHash }, recognised, attempt))
  if (!answer) {
    await recordFailure(parts, codesOf(user).user, 'wrong_code', attempt)
    throw new Unauthorized('The code is not valid')
  }
  return answer
}

/**
 * Another caller was first. Rolls back the transaction, so that challenge and code are used up together or not at all.
 */
class SpentMeanwhile extends Error {}

function undefinedWhenSpent(error: unknown): undefined {
  if (error instanceof SpentMeanwhile) return undefined
  throw error
}
