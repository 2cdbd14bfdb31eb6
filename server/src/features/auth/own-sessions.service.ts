import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { orNotFound } from '../../kernel/errors.ts'
import type { Audit } from '../audit/index.ts'
import { presentSession } from './sessions.presenter.ts'
import type { SessionsService } from './sessions.service.ts'
import { listLiveSessions, lockOwnSession } from './sessions.store.ts'
import type { OpenSession } from '@heddle/contract/auth.ts'

// More than anyone reads; `all` ends the others too.
const MOST_LISTED = 200

type Dependencies = {
  readonly database: Database
  readonly sessions: SessionsService
  readonly audit: Audit
  readonly clock: Clock
}

export type OwnSessionsService = {
  readonly list: (caller: Pick<Caller, 'id' | 'credential'>) => Promise<OpenSession[]>
  readonly signOut: (caller: Caller, which: { readonly all: boolean }) => Promise<null>
  /** A session of another user, or one that has ended, does not exist. */
  readonly end: (caller: Caller, publicId: string) => Promise<null>
  /** For those who may end the sessions of others; they write the audit entry. */
  readonly endOf: (tx: Executor, userId: number, publicId: string) => Promise<void>
}

/** What users see of their sessions, and how they end them. */
export function createOwnSessionsService({ database, sessions, audit, clock }: Dependencies): OwnSessionsService {
  return {
    list: async ({ id, credential }) => {
      const rows = await listLiveSessions(
        database.db,
        { userId: id, currentId: credential.id, most: MOST_LISTED },
        clock.now(),
      )
      return rows.map((row) => presentSession(row, credential.id))
    },

    signOut: async ({ id, username, credential }, { all }) => {
      await database.transaction(async (tx) => {
        await (all ? sessions.revoke(tx, id) : sessions.end(tx, { id: credential.id, userId: id }))
        await audit.record(tx, {
          action: 'user_logout',
          description: all ? `${username} signed out everywhere` : `${username} signed out`,
          target: { type: 'user', id },
          metadata: { all },
        })
      })
      return null
    },

    end: async ({ id, username, credential }, publicId) => {
      await database.transaction(async (tx) => {
        const session = orNotFound(await lockOwnSession(tx, id, publicId, clock.now()))
        await sessions.end(tx, session)
        await audit.record(tx, {
          action: 'session_end',
          description: `${username} ended ${session.id === credential.id ? 'their current session' : 'another of their sessions'}`,
          target: { type: 'session', id: publicId },
        })
      })
      return null
    },

    endOf: async (tx, userId, publicId) =>
      sessions.end(tx, orNotFound(await lockOwnSession(tx, userId, publicId, clock.now()))),
  }
}
