import type { Executor } from '../../adapters/database/database.ts'
import type { UserRow, UsersService } from '../users/index.ts'
import type { Lockout } from './lockout.ts'
import { deleteResets } from './password-resets.store.ts'
import type { SessionsService } from './sessions.service.ts'

type Dependencies = { readonly users: UsersService; readonly sessions: SessionsService; readonly lockout: Lockout }
export type Credentials = ReturnType<typeof createCredentials>

/** The one place where a password changes, with everything that ends by it. */
export function createCredentials({ users, sessions, lockout }: Dependencies) {
  return {
    /** Ends everything by which somebody could go on or come back, in the transaction that shuts the account. */
    shutOut: async (tx: Executor, userId: number): Promise<void> => {
      await deleteResets(tx, userId)
      await sessions.revoke(tx, userId)
    },

    /** Null takes the password away. All sessions end but the one that is kept; links and codes are void; a lockout is lifted. */
    setPassword: async (tx: Executor, user: UserRow, passwordHash: string | null, keptSession?: string): Promise<void> => {
      await users.update(tx, user, { passwordHash })
      await deleteResets(tx, user.id)
      await sessions.revoke(tx, user.id, keptSession)
      await lockout.forgive(tx, user.username)
    },
  }
}
