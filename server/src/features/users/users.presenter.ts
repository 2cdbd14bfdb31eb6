import type { Preferences, Profile } from '@heddle/contract/auth.ts'
import { timestamp } from '../../platform/http/query-parameters.ts'
import type { UserRow } from './users.store.ts'

type Group = { readonly name: string; readonly role: string | null }
export type ProfileCounters = { readonly query_count: number; readonly favorite_count: number }

const DEFAULT_PREFERENCES: Preferences = {
  timezone: 'UTC',
  date_format: 'YYYY-MM-DD',
  time_format: '24h',
  theme: 'system',
  class_browser_sections: {},
}

export const isAdmin = (user: UserRow, groups: readonly Group[]): boolean =>
  user.isSuperuser || groups.some((group) => group.role === 'administrator')

export function presentProfile(user: UserRow, groups: readonly Group[], counters: ProfileCounters): Profile {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    group_names: groups.map((group) => group.name),
    is_admin: isAdmin(user, groups),
    is_superuser: user.isSuperuser,
    email_verified: user.emailVerified,
    mfa_enabled: user.mfaEnabled,
    ...counters,
    date_joined: timestamp(user.dateJoined),
    last_login: timestamp(user.lastLogin),
    preferences: { ...DEFAULT_PREFERENCES, ...user.preferences },
  }
}
