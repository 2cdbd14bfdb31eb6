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
/** What ends together with a password or an account. */
export type Credentials = {
  /** Revokes every session, link and code of the user, in the transaction that deactivates the account. */
  readonly revokeAll: (tx: Executor, userId: number) => Promise<void>
  /**
   * Null removes the password. Ends all sessions except `keptSession`, voids links and codes, and lifts all locks.
   */
  readonly setPassword: (
    tx: Executor,
    user: UserRow,
    passwordHash: string | null,
    keptSession?: string,
  ) => Promise<void>
}

/** The only place that changes a password, along with everything that a change invalidates. */
export function createCredentials({ users, sessions, lockout }: Dependencies): Credentials {
  return {
    revokeAll: async (tx, userId) => {
      await deleteResets(tx, userId)
      await sessions.revoke(tx, userId)
    },

    setPassword: async (tx, user, passwordHash, keptSession) => {
      await users.update(tx, user, { passwordHash })
      await deleteResets(tx, user.id)
      await sessions.revoke(tx, user.id, keptSession)
      await lockout.reset(tx, user)
    },
  }
}
