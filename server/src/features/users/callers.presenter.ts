import { rightsOf } from '@heddle/domain/access/rights.ts'
import type { Actor, Caller, Credential } from '../../kernel/caller.ts'
import type { Lane } from '../../kernel/lane.ts'
import type { CallerRow } from './callers.store.ts'
import { presentPreferences } from './users.presenter.ts'
import type { FoundUser } from './users.store.ts'

/** The user behind a credential, with everything the user may do. */
export function presentCaller(
  { userId, username, timezone, groups, ...user }: CallerRow,
  credential: Credential,
): Caller {
  const rights = rightsOf({ user, groups })
  return { id: userId, username, credential, timezone: timezone ?? 'UTC', group: groupInTurns(groups), ...rights }
}

/** A user without a credential, with everything the user may do. */
export function presentActor(found: FoundUser): Actor {
  const { id, username, preferences } = found.user
  return {
    id,
    username,
    timezone: presentPreferences(preferences).timezone,
    group: groupInTurns(found.groups),
    ...rightsOf(found),
  }
}

/** Where a user takes turns. */
export const laneOfUser = ({ user, groups }: FoundUser): Lane => ({ user: user.id, group: groupInTurns(groups) })

/**
 * The group in which a user takes turns: the newest, as the first are the four roles, and those made later are teams.
 * One only, so that nobody gets more turns by being in more groups, see docs/adr/0038-turns.md.
 */
const groupInTurns = (groups: readonly { readonly id: number }[]): number | null =>
  groups.length === 0 ? null : Math.max(...groups.map(({ id }) => id))
