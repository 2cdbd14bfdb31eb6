import type { Directory } from '../../adapters/directory/directory.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors, OUTAGE_RETRY_MS, ServiceUnavailable } from '../../kernel/errors.ts'
import type { Audit } from '../audit/index.ts'
import type { UserRow, UsersService } from '../users/index.ts'
import type { Lockout } from './lockout.ts'
import { passwordsInSession } from './locked-subjects.ts'
import { KEPT_ELSEWHERE } from './kept-elsewhere.ts'

type Dependencies = {
  readonly database: Database
  readonly users: UsersService
  readonly hasher: PasswordHasher
  readonly directory: Directory | undefined
  readonly lockout: Lockout
  readonly audit: Audit
}

export type OwnPassword = {
  /** Throws an error on the field when the password is wrong. */
  readonly check: (caller: Caller, password: string, field: 'password' | 'old_password') => Promise<void>
}

/**
 * Asks callers for their password again. Wrong ones are counted per session, so that a stolen token does not help to
 * guess it, and does not lock out its user either.
 */
export function createOwnPassword({ database, users, hasher, directory, lockout, audit }: Dependencies): OwnPassword {
  async function verify(
    { authSource, username, passwordHash }: UserRow,
    password: string,
  ): Promise<'right' | 'wrong' | 'unavailable'> {
    if (authSource === 'local') return (await hasher.verify(passwordHash, password)) ? 'right' : 'wrong'
    const answer = await directory?.authenticate(username, password)
    if (answer?.ok) return 'right'
    return answer?.reason === 'credentials' ? 'wrong' : 'unavailable'
  }

  return {
    check: async (caller, password, field) => {
      const { user } = await users.find(caller.id)
      if (user.authSource === 'provider' || user.authSource === 'service')
        throw new FieldErrors({ [field]: [KEPT_ELSEWHERE[user.authSource]] })
      const attempt = await lockout.begin(passwordsInSession(user, caller.credential.id))
      const outcome = await verify(user, password)
      if (outcome === 'wrong') {
        await database.transaction(async (tx) => {
          await audit.record(tx, {
            action: 'password_check_failed',
            description: `${user.username} entered a wrong password to confirm a change`,
            target: { type: 'user', id: user.id },
          })
          await attempt.failed(tx)
        })
        throw new FieldErrors({ [field]: ['The password is wrong.'] })
      }
      await database.transaction((tx) => attempt.takeBack(tx))
      if (outcome === 'unavailable') throw new ServiceUnavailable('The directory is not responding.', OUTAGE_RETRY_MS)
    },
  }
}
