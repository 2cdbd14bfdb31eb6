import type { Executor } from '../../adapters/database/database.ts'
import type { UserRow, UsersService } from '../users/index.ts'
import type { Lockout } from './lockout.ts'
import { deleteResets } from './password-resets.store.ts'
import type { SessionsService } from './sessions.service.ts'

type Dependencies = {
  readonly users: UsersService
  readonly sessions: SessionsService
  readonly lockout: Pick<Lockout, 'reset'>
}
export type Credentials = ReturnType<typeof createCredentials>

/** The only place that changes a password, along with everything that a change invalidates. */
export function createCredentials({ users, sessions, lockout }: Dependencies) {
  return {
    /** Revokes every session, link and code of the user, in the transaction that deactivates the account. */
    revokeAll: async (tx: Executor, userId: number): Promise<void> => {
      await deleteResets(tx, userId)
      await sessions.revoke(tx, userId)
    },

    /**
     * Null removes the password. Ends all sessions except `keptSession`, voids links and codes, and lifts all locks.
     */
    setPassword: async (
      tx: Executor,
      user: UserRow,
      passwordHash: string | null,
      keptSession?: string,
    ): Promise<void> => {
      await users.update(tx, user, { passwordHash })
      await deleteResets(tx, user.id)
      await sessions.revoke(tx, user.id, keptSession)
      await lockout.reset(tx, user)
    },
  }
}
