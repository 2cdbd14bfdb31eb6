import type { ManagedUser } from '@heddle/contract/users.ts'
import { timestamp } from '../../kernel/instants.ts'
import { type FoundUser, presentProfile, presentScimLink, type ProfileCounters } from '../users/index.ts'

/** The profile, with the fields that only administrators see. */
export function presentManagedUser(found: FoundUser, counters: ProfileCounters | undefined): ManagedUser {
  const { user, groups } = found
  const { preferences, ...profile } = presentProfile(found, counters)
  // What the web UI keeps is large, and the user's own.
  const { ui: _ui, ...others } = preferences
  return {
    ...profile,
    preferences: others,
    is_active: user.isActive,
    groups: groups.map((group) => group.id).sort((a, b) => a - b),
    permissions: [...user.permissions].sort(),
    auth_source: user.authSource,
    scim: presentScimLink(user),
    updated_at: timestamp(user.updatedAt),
  }
}
