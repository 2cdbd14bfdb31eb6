import type { Database } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Audit } from '../audit/index.ts'
import type { UsersService } from '../users/index.ts'
import type { SessionsService } from './sessions.service.ts'

export type AccountNumbers = {
  readonly queriesTotal: number
  readonly queriesRun: number
  readonly aiAnalysisToday: number
  readonly activeSchedules: number
  readonly unreadNotifications: number
}

type Dependencies = {
  readonly database: Database
  readonly users: UsersService
  readonly sessions: SessionsService
  readonly audit: Audit
  /** Counters owned by other features; passed in where features are composed. */
  readonly numbersOf: (userId: number) => Promise<AccountNumbers>
}

export type AccountService = ReturnType<typeof createAccountService>

/** What users can see and change about their own account. */
export function createAccountService({ database, users, sessions, audit, numbersOf }: Dependencies) {
  return {
    setSessionTimeout: async (caller: Caller, minutes: number) => {
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

    quotaUsage: async (caller: Caller) => {
      const [quota, numbers] = [await users.quotaOf(caller.id), await numbersOf(caller.id)]
      return { quota: { ...quota }, usage: { ai_analysis_today: numbers.aiAnalysisToday, queries_total: numbers.queriesTotal } }
    },

    stats: async (caller: Caller) => {
      const { queriesRun, activeSchedules, unreadNotifications } = await numbersOf(caller.id)
      return { queries_run: queriesRun, active_schedules: activeSchedules, unread_notifications: unreadNotifications }
    },
  }
}
