import { rightsOf } from '@heddle/domain/access/rights.ts'
import type { Actor, Caller, Credential } from '../../kernel/caller.ts'
import type { CallerRow } from './callers.store.ts'
import { presentPreferences } from './users.presenter.ts'
import type { FoundUser } from './users.store.ts'

/** The user behind a credential, with everything the user may do. */
export function presentCaller(
  { userId, username, timezone, groups, ...user }: CallerRow,
  credential: Credential,
): Caller {
  return { id: userId, username, credential, timezone: timezone ?? 'UTC', ...rightsOf({ user, groups }) }
}

/** A user without a credential, with everything the user may do. */
export function presentActor(found: FoundUser): Actor {
  const { id, username, preferences } = found.user
  return { id, username, timezone: presentPreferences(preferences).timezone, ...rightsOf(found) }
}
