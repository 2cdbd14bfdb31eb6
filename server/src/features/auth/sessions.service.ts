import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { TokenSigner } from '../../adapters/tokens/token-signer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY, MINUTE, SECOND } from '../../kernel/durations.ts'
import type { Caller } from '../../kernel/caller.ts'
import { currentActor } from '../../platform/request-scope.ts'
import { presentCaller } from '../users/index.ts'
import {
  deleteEndedSessions,
  filterLiveSessions,
  findLiveSession,
  insertSession,
  revokeIdleSessions,
  revokeSession,
  revokeSessions,
  touchSession,
} from './sessions.store.ts'

export const ACCESS_LIFETIME_MS = 15 * MINUTE
export const SESSION_LIFETIME_MS = 7 * DAY
// Not on every request, to save writes; more often while an idle limit applies.
const TOUCH_AFTER_MS = MINUTE
const TOUCH_LIMITED_AFTER_MS = 10 * SECOND

type Dependencies = {
  readonly database: Database
  readonly tokens: TokenSigner
  readonly clock: Clock
  readonly logger: Logger
  /** Lets every process close the sockets of sessions that have ended; they close at the next ping otherwise. */
  readonly announceEnd: (userId: number) => void
}

export type TokenPair = { readonly access: string; readonly refresh: string }
/** Sessions, and whose they are. */
export type SessionsService = {
  /** Call it in the transaction that checked that the user may sign in. */
  readonly start: (tx: Executor, userId: number) => Promise<TokenPair>
  readonly authenticate: (accessToken: string) => Promise<Caller | undefined>
  /** For sockets, which outlive the request that issued their ticket. */
  readonly callerOfSession: (sessionId: string) => Promise<Caller | undefined>
  /** Those of the sessions that have not ended. */
  readonly liveOf: (sessionIds: readonly string[]) => Promise<string[]>
  /** Ends one session, from the next request on, in every process. */
  readonly end: (tx: Executor, session: { readonly id: string; readonly userId: number }) => Promise<void>
  /** Ends all sessions of a user except `kept`, and logins that wait for a second factor. */
  readonly revoke: (tx: Executor, userId: number, kept?: string) => Promise<void>
  /** Call it before the limit changes, so that a new limit does not revive sessions that the old one ended. */
  readonly endIdle: (tx: Executor, userId: number, limitMinutes: number) => Promise<void>
  readonly deleteEnded: () => Promise<void>
}
type SessionRow = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>

export function createSessionsService({ database, tokens, clock, logger, announceEnd }: Dependencies): SessionsService {
  /** The session of a token, read from the database each time, so that a revocation takes effect at once. */
  async function sessionOf(accessToken: string): Promise<SessionRow | undefined> {
    const now = clock.now()
    const verified = tokens.verify('access', accessToken, now)
    if (!verified) return undefined
    const session = await findLiveSession(database.db, verified.sessionId, now)
    return session?.userId === verified.userId ? session : undefined
  }

  async function touch({ sessionId, lastSeenAt, idleMinutes }: SessionRow): Promise<void> {
    const now = clock.now()
    const afterMs = idleMinutes === 0 ? TOUCH_AFTER_MS : TOUCH_LIMITED_AFTER_MS
    if (now.getTime() - lastSeenAt.getTime() > afterMs) await touchSession(database.db, sessionId, now)
  }

  const callerOf = (session: SessionRow): Caller => presentCaller(session, { kind: 'session', id: session.sessionId })

  return {
    start: async (tx, userId) => {
      const now = clock.now()
      const session = { userId, sessionId: randomUUID() }
      const { ipAddress, userAgent } = currentActor()
      const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS)
      await insertSession(tx, {
        id: session.sessionId,
        userId,
        createdAt: now,
        lastSeenAt: now,
        expiresAt,
        ipAddress,
        userAgent,
      })
      return {
        access: tokens.sign('access', session, now, ACCESS_LIFETIME_MS),
        refresh: tokens.sign('refresh', session, now, SESSION_LIFETIME_MS),
      }
    },

    authenticate: async (accessToken) => {
      const session = await sessionOf(accessToken)
      if (!session) return undefined
      await touch(session)
      return callerOf(session)
    },

    callerOfSession: async (sessionId) => {
      const session = await findLiveSession(database.db, sessionId, clock.now())
      return session && callerOf(session)
    },

    liveOf: (sessionIds) => filterLiveSessions(database.db, sessionIds, clock.now()),

    end: async (tx, { id, userId }) => {
      await revokeSession(tx, id, clock.now())
      database.afterCommit(() => announceEnd(userId))
    },

    revoke: async (tx, userId, kept) => {
      await revokeSessions(tx, userId, clock.now(), kept)
      database.afterCommit(() => announceEnd(userId))
    },

    endIdle: async (tx, userId, limitMinutes) => {
      if (limitMinutes > 0) await revokeIdleSessions(tx, userId, limitMinutes, clock.now())
    },

    deleteEnded: async () => {
      const count = await deleteEndedSessions(database.db, clock.now())
      if (count > 0) logger.info({ count }, 'deleted ended sessions')
    },
  }
}
