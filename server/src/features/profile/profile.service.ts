import type { OwnProfile, PreferencesPatch, ProfilePatch } from '@heddle/contract/auth.ts'
import { heldPermissions } from '@heddle/domain/access/rights.ts'
import { noTokens, requireAllowed, signedIn } from '../../kernel/access.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import { timestamp } from '../../kernel/instants.ts'
import { readStandstill } from '../../platform/instance/standstill.ts'
import type { AiUses } from '../ai/index.ts'
import type { LogsService } from '../executions/index.ts'
import type { NotificationsService } from '../notifications/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'
import type { SchedulesService } from '../schedules/index.ts'
import { presentProfile, type UsersService } from '../users/index.ts'

type Dependencies = {
  readonly database: Pick<Database, 'db'>
  readonly users: UsersService
  readonly uses: Pick<AiUses, 'countToday'>
  readonly queries: Pick<SavedQueriesService, 'countersOf'>
  readonly logs: Pick<LogsService, 'countOf'>
  readonly schedules: Pick<SchedulesService, 'countActive'>
  readonly notifications: Pick<NotificationsService, 'countUnread'>
}

export type ProfileService = ReturnType<typeof createProfileService>

/** What users read and change of their own account, with the numbers that other features know. */
export function createProfileService({ database, users, uses, queries, logs, schedules, notifications }: Dependencies) {
  async function profile(caller: Caller): Promise<OwnProfile> {
    const found = await users.find(caller.id)
    const counters = (await queries.countersOf([caller.id])).get(caller.id)
    const groups = found.groups.map(({ id, name }) => ({ id, name }))
    const standstill = await readStandstill(database.db)
    const pausedSince = standstill?.kind === 'paused' ? timestamp(new Date(standstill.since)) : null
    return {
      ...presentProfile(found, counters),
      groups,
      permissions: heldPermissions(caller),
      manages_workspace: caller.managesWorkspace,
      paused_since: pausedSince,
    }
  }

  return {
    profile,

    change: async (caller: Caller, patch: ProfilePatch, faults: FieldMessages): Promise<OwnProfile> => {
      // The address receives reset links: a token that changed it could take over the account. Checked before the
      // faults, because 403 takes precedence over 400.
      if ('email' in patch) requireAllowed(noTokens(signedIn), caller)
      if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
      await users.changeProfile(caller.id, patch)
      return profile(caller)
    },

    preferences: ({ id }: Caller) => users.preferences(id),
    changePreferences: ({ id }: Caller, patch: PreferencesPatch) => users.changePreferences(id, patch),

    quotaUsage: async ({ id }: Caller) => {
      const quota = await users.quotaOf(id)
      const counters = (await queries.countersOf([id])).get(id)
      return {
        quota: { ...quota },
        usage: { ai_analysis_today: await uses.countToday(id), queries_total: counters?.query_count ?? 0 },
      }
    },

    stats: async ({ id }: Caller) => ({
      queries_run: await logs.countOf(id),
      active_schedules: await schedules.countActive(id),
      unread_notifications: await notifications.countUnread(id),
    }),
  }
}
