import type { Database } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Tickets } from '../../platform/realtime/tickets.ts'
import type { Audit } from '../audit/index.ts'
import type { UsersService } from '../users/index.ts'
import type { SessionsService } from './sessions.service.ts'

type Dependencies = {
  readonly database: Database
  readonly users: UsersService
  readonly sessions: SessionsService
  readonly audit: Audit
  readonly tickets: Tickets
}

export type AccountService = {
  readonly setSessionTimeout: (caller: Caller, minutes: number) => Promise<{ minutes: number }>
  readonly issueTicket: (caller: Caller) => Promise<{ ticket: string; expires_in: number }>
}

/** What users can see and change about their own account. */
export function createAccountService({ database, users, sessions, audit, tickets }: Dependencies): AccountService {
  return {
    setSessionTimeout: async (caller, minutes) => {
      await database.transaction(async (tx) => {
        const user = await users.lock(tx, caller.id)
        await sessions.endIdle(tx, user.id, user.sessionTimeoutMinutes)
        await users.update(tx, user, { sessionTimeoutMinutes: minutes })
        await audit.record(tx, {
          action: 'session_timeout_change',
          description: `${user.username} changed their idle limit to ${minutes === 0 ? 'never' : `${minutes} minutes`}`,
          target: { type: 'user', id: user.id },
          metadata: { before: user.sessionTimeoutMinutes, after: minutes },
        })
      })
      return { minutes }
    },

    issueTicket: async (caller) => {
      await audit.record(database.db, {
        action: 'ticket_issue',
        description: `${caller.username} got a WebSocket ticket`,
      })
      return tickets.issue(caller)
    },
  }
}
