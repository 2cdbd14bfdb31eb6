import type { RefreshReply } from '@heddle/contract/auth.ts'
import { judgeRefresh, rotate } from '@heddle/domain/identity/refresh-rotation.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { TokenSigner, VerifiedToken } from '../../adapters/tokens/token-signer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Unauthorized } from '../../kernel/errors.ts'
import type { Audit } from '../audit/index.ts'
import { ACCESS_LIFETIME_MS, type SessionsService, type TokenPair } from './sessions.service.ts'
import { lockLiveSession, saveRotation } from './sessions.store.ts'

type Dependencies = {
  readonly database: Database
  readonly tokens: TokenSigner
  readonly sessions: SessionsService
  readonly audit: Audit
  readonly clock: Clock
}

export type RefreshService = {
  readonly refresh: (refreshToken: string) => Promise<RefreshReply>
  /**
   * The answer has a new refresh token; the old one stays good for a minute, so that tabs that refresh at once, or a
   * client that did not get the answer, go on with the same session.
   */
  readonly rotate: (refreshToken: string) => Promise<TokenPair>
}
type Refreshed = { readonly access: string; readonly refresh: string | undefined }
type LiveSession = NonNullable<Awaited<ReturnType<typeof lockLiveSession>>>

/** Trades refresh tokens for access tokens, and for their successors where the client asks for it. */
export function createRefreshService({ database, tokens, sessions, audit, clock }: Dependencies): RefreshService {
  /** A replaced token can be stolen goods: its session ends, for the thief and for the user. */
  async function endReused(tx: Executor, session: LiveSession): Promise<undefined> {
    const { userId, username } = session
    await sessions.end(tx, session)
    await audit.record(tx, {
      action: 'session_reuse',
      description: `A session of ${username} ended: a refresh token was used again after it had been replaced`,
      target: { type: 'user', id: userId },
      actor: { userId, username },
    })
  }

  /** The successor ends with its session: rotation does not prolong it. */
  async function successorOf(tx: Executor, session: LiveSession, isCurrent: boolean, now: Date): Promise<string> {
    const rotation = isCurrent ? rotate(session, now) : session
    if (isCurrent) await saveRotation(tx, session.id, rotation)
    const { id: sessionId, userId, expiresAt } = session
    const { generation } = rotation
    return tokens.sign('refresh', { userId, sessionId, generation }, now, expiresAt.getTime() - now.getTime())
  }

  async function use(tx: Executor, verified: VerifiedToken, wantsSuccessor: boolean): Promise<Refreshed | undefined> {
    const session = await lockLiveSession(tx, verified.sessionId, clock.now())
    if (session?.userId !== verified.userId) return undefined
    const { id: sessionId, userId, username } = session
    const now = clock.now()
    const judged = judgeRefresh(session, verified.generation, now)
    if (judged === 'reused') return endReused(tx, session)
    const refresh = wantsSuccessor ? await successorOf(tx, session, judged === 'current', now) : undefined
    await audit.record(tx, {
      action: 'token_refresh',
      description: `${username} got a new access token`,
      target: { type: 'user', id: userId },
      actor: { userId, username },
    })
    const access = tokens.sign('access', { userId, sessionId }, now, ACCESS_LIFETIME_MS)
    return { access, refresh }
  }

  async function refresh(refreshToken: string, wantsSuccessor: boolean): Promise<Refreshed> {
    const verified = tokens.verify('refresh', refreshToken, clock.now())
    const refreshed = verified && (await database.transaction((tx) => use(tx, verified, wantsSuccessor)))
    if (!refreshed) throw new Unauthorized('Token is invalid or expired')
    return refreshed
  }

  /** Not counted as activity: a client that refreshes automatically does not keep an idle session alive. */
  return {
    refresh: async (refreshToken) => ({
      access: (await refresh(refreshToken, false)).access,
    }),

    rotate: async (refreshToken) => {
      const { access, refresh: successor } = await refresh(refreshToken, true)
      return { access, refresh: successor! }
    },
  }
}
