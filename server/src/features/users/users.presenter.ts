import type { Preferences, Profile } from '@heddle/contract/auth.ts'
import { isAdmin } from '@heddle/domain/access/held-permissions.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { FoundUser } from './users.store.ts'

/** What the profile says of a user's saved queries. */
export type ProfileCounters = { readonly query_count: number; readonly favorite_count: number }

const NO_QUERIES: ProfileCounters = { query_count: 0, favorite_count: 0 }
const DEFAULT_PREFERENCES: Preferences = {
  timezone: 'UTC',
  date_format: 'YYYY-MM-DD',
  time_format: '24h',
  theme: 'system',
  class_browser_sections: {},
  ui: {},
}

export const presentPreferences = (stored: Readonly<Record<string, unknown>>): Preferences => ({
  ...DEFAULT_PREFERENCES,
  ...stored,
})

export function presentProfile(found: FoundUser, counters: ProfileCounters = NO_QUERIES): Profile {
  const { user, groups } = found
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    group_names: groups.map((group) => group.name),
    is_admin: isAdmin(found),
    is_superuser: user.isSuperuser,
    email_verified: user.emailVerified,
    mfa_enabled: user.mfaEnabled,
    query_count: counters.query_count,
    favorite_count: counters.favorite_count,
    date_joined: timestamp(user.dateJoined),
    last_login: timestamp(user.lastLogin),
    preferences: presentPreferences(user.preferences),
  }
}
