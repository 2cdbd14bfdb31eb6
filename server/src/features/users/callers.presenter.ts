import { rightsOf } from '@heddle/domain/access/rights.ts'
import type { Caller, Credential } from '../../kernel/caller.ts'
import type { CallerRow } from './callers.store.ts'

/** The user behind a credential, with everything the user may do. */
export function presentCaller({ userId, username, timezone, groups, ...user }: CallerRow, credential: Credential): Caller {
  return { id: userId, username, credential, timezone: timezone ?? 'UTC', ...rightsOf({ user, groups }) }
}
