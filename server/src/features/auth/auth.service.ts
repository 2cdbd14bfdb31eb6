import type { Logger } from 'pino'
import { randomUUID } from 'node:crypto'
import type { Database } from '../../adapters/database/database.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { TokenSigner, TokenType } from '../../adapters/tokens/token-signer.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Unauthorized } from '../../platform/http/errors.ts'
import type { Client } from '../../platform/http/route.ts'
import { DAY, MINUTE } from '../../platform/durations.ts'
import type { UsersService } from '../users/index.ts'
import { presentCaller } from './auth.presenter.ts'
import { deleteEndedSessions, findLiveSession, insertSession, touchSession } from './sessions.store.ts'

const ACCESS_LIFETIME_MS = 15 * MINUTE
const REFRESH_LIFETIME_MS = 7 * DAY
// Every request would be a write; a minute is exact enough for an idle limit counted in quarters of an hour.
const TOUCH_AFTER_MS = MINUTE

type Dependencies = {
  readonly database: Database
  readonly users: UsersService
  readonly hasher: PasswordHasher
  readonly tokens: TokenSigner
  readonly clock: Clock
  readonly logger: Logger
}

export type AuthService = ReturnType<typeof createAuthService>

export function createAuthService({ database, users, hasher, tokens, clock, logger }: Dependencies) {
  async function startSession(userId: number, client: Client): Promise<{ access: string; refresh: string }> {
    const now = clock.now()
    const session = { userId, sessionId: randomUUID() }
    await database.transaction(async (tx) => {
      await insertSession(tx, {
        id: session.sessionId,
        userId,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + REFRESH_LIFETIME_MS),
        ipAddress: client.ip,
        userAgent: client.userAgent,
      })
      await users.recordLogin(tx, userId, now)
    })
    return {
      access: tokens.sign('access', session, now, ACCESS_LIFETIME_MS),
      refresh: tokens.sign('refresh', session, now, REFRESH_LIFETIME_MS),
    }
  }

  /** The caller behind a token, read anew each time: what was revoked a moment ago does not count. */
  async function callerOf(type: TokenType, token: string): Promise<Caller | undefined> {
    const now = clock.now()
    const verified = tokens.verify(type, token, now)
    if (!verified) return undefined
    const session = await findLiveSession(database.db, verified.sessionId, now)
    if (!session || session.userId !== verified.userId) return undefined
    if (now.getTime() - session.lastSeenAt.getTime() > TOUCH_AFTER_MS) await touchSession(database.db, session.sessionId, now)
    return presentCaller(session)
  }

  return {
    /** Same words and same time for a wrong password, an unknown user and a deactivated one. */
    login: async (username: string, password: string, client: Client) => {
      const user = await users.findForLogin(username)
      const matches = await hasher.verify(user?.passwordHash ?? null, password)
      if (!user || !matches || !user.isActive) throw new Unauthorized('No active account found with the given credentials')
      const pair = await startSession(user.id, client)
      return { ...pair, user: { id: user.id, username: user.username, is_admin: user.isAdmin, mfa_enabled: user.mfaEnabled } }
    },

    refresh: async (refreshToken: string): Promise<{ access: string }> => {
      const caller = await callerOf('refresh', refreshToken)
      if (!caller) throw new Unauthorized('Token is invalid or expired')
      const session = { userId: caller.id, sessionId: caller.sessionId }
      return { access: tokens.sign('access', session, clock.now(), ACCESS_LIFETIME_MS) }
    },

    authenticate: (accessToken: string) => callerOf('access', accessToken),

    /** For sockets, which outlive the request that made their ticket. */
    callerOfSession: async (sessionId: string): Promise<Caller | undefined> => {
      const session = await findLiveSession(database.db, sessionId, clock.now())
      return session && presentCaller(session)
    },

    deleteEndedSessions: async (): Promise<void> => {
      const count = await deleteEndedSessions(database.db, clock.now())
      if (count > 0) logger.info({ count }, 'deleted ended sessions')
    },
  }
}
