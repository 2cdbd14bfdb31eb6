import type { Directory } from '../../adapters/directory/directory.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldErrors, ServiceUnavailable } from '../../platform/http/errors.ts'
import type { Audit } from '../audit/index.ts'
import type { UserRow, UsersService } from '../users/index.ts'
import type { Lockout } from './lockout.ts'

type Dependencies = {
  readonly database: Database
  readonly users: UsersService
  readonly hasher: PasswordHasher
  readonly directory: Directory | undefined
  readonly lockout: Lockout
  readonly audit: Audit
}

export type OwnPassword = ReturnType<typeof createOwnPassword>

/** Asks a caller for the account's password once more. Wrong ones count towards the lockout: a stolen token is no way to guess it. */
export function createOwnPassword({ database, users, hasher, directory, lockout, audit }: Dependencies) {
  async function judge({ authSource, username, passwordHash }: UserRow, password: string): Promise<'right' | 'wrong' | 'unavailable'> {
    if (authSource === 'local') return (await hasher.verify(passwordHash, password)) ? 'right' : 'wrong'
    const answer = await directory?.authenticate(username, password)
    if (answer?.ok) return 'right'
    return answer?.reason === 'credentials' ? 'wrong' : 'unavailable'
  }

  return {
    /** Throws a fault on the field when the password is wrong. */
    check: async (caller: Caller, password: string, field: 'password' | 'old_password'): Promise<void> => {
      const { user } = await users.find(caller.id)
      const attempt = await lockout.begin(user.username)
      const judgement = await judge(user, password)
      if (judgement === 'wrong') {
        await audit.record(database.db, {
          action: 'password_check_failed',
          description: `${user.username} typed a wrong password where it is asked for again`,
          target: { type: 'user', id: user.id },
        })
        throw new FieldErrors({ [field]: ['The password is wrong.'] })
      }
      await database.transaction((tx) => attempt.takeBack(tx))
      if (judgement === 'unavailable') throw new ServiceUnavailable('The directory does not answer.')
    },
  }
}
