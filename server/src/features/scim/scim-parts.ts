import type { Database } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ApiTokensService } from '../api-tokens/index.ts'
import type { Audit, Note } from '../audit/index.ts'
import type { Credentials, Lockout, SessionsService } from '../auth/index.ts'
import type { UsersService } from '../users/index.ts'

export type ScimParts = {
  readonly database: Database
  readonly users: UsersService
  readonly sessions: Pick<SessionsService, 'revoke'>
  readonly credentials: Pick<Credentials, 'revokeAll'>
  readonly lockout: Pick<Lockout, 'reset'>
  readonly apiTokens: Pick<ApiTokensService, 'removeAll'>
  readonly audit: Audit
  readonly noteUser: Note
  readonly clock: Clock
  readonly hasDirectory: boolean
}

/** Whether the owner of the caller's token may manage superusers, which the token alone never may. */
export const ownerIsSuperuser = async ({ users }: ScimParts, caller: Caller): Promise<boolean> =>
  (await users.find(caller.id)).user.isSuperuser
