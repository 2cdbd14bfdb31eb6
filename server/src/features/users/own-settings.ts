import type { Preferences, PreferencesPatch, ProfilePatch } from '@heddle/contract/auth.ts'
import { mergePreferences } from './merge-preferences.ts'
import { presentPreferences } from './users.presenter.ts'
import { updateUser } from './users.store.ts'
import { type UserParts, findExistingUser, lockExistingUser, updateLockedUser } from './user-rows.ts'

export function changeProfile(parts: UserParts, id: number, patch: ProfilePatch): Promise<void> {
  const { database, audit } = parts
  return database.transaction(async (tx) => {
    const row = await lockExistingUser(tx, id)
    const changes = {
      firstName: patch.first_name ?? row.firstName,
      lastName: patch.last_name ?? row.lastName,
      email: patch.email ?? row.email,
    }
    await updateLockedUser(parts, tx, row, changes, 'owner')
    await audit.record(tx, {
      action: 'profile_update',
      description: `${row.username} changed their profile`,
      target: { type: 'user', id },
      content: { ...patch },
    })
  })
}

export async function preferencesOf(parts: UserParts, id: number): Promise<Preferences> {
  return presentPreferences((await findExistingUser(parts, id)).user.preferences)
}

export function changePreferences(
  { database, audit }: UserParts,
  id: number,
  { ui, ...patch }: PreferencesPatch,
): Promise<Preferences> {
  return database.transaction(async (tx) => {
    const row = await lockExistingUser(tx, id)
    const after = mergePreferences(presentPreferences(row.preferences), { ...patch, ...(ui && { ui }) })
    // Not a version of what administrators edit: the web UI saves preferences while they do.
    await updateUser(tx, id, { preferences: after })
    await audit.record(tx, {
      action: 'preferences_update',
      description: `${row.username} changed their preferences`,
      target: { type: 'user', id },
      content: { ...patch, ...(ui && { ui: Object.keys(ui) }) },
    })
    return after
  })
}
