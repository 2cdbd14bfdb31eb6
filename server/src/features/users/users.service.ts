import type { Profile, ProfilePatch } from '@heddle/contract/auth.ts'
import { BUILT_IN_GROUPS, permissionsOf } from '@heddle/domain/access/permissions.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldErrors, NotFound } from '../../platform/http/errors.ts'
import { uniqueViolation } from '../../platform/sql/constraint-errors.ts'
import { isAdmin, presentProfile, type ProfileCounters } from './users.presenter.ts'
import { addToGroups, countUsers, findUser, findUserByName, insertMissingGroups, insertUser, updateUser } from './users.store.ts'

type Dependencies = {
  readonly database: Database
  readonly hasher: PasswordHasher
  readonly clock: Clock
  /** Numbers that other features know; set by the composition. */
  readonly countersOf: (userId: number) => Promise<ProfileCounters>
}

export type FirstUser = { readonly username: string; readonly email: string; readonly password: string }
export type UsersService = ReturnType<typeof createUsersService>

export function createUsersService({ database, hasher, clock, countersOf }: Dependencies) {
  async function profile(id: number): Promise<Profile> {
    const found = await findUser(database.db, id)
    if (!found) throw new NotFound()
    return presentProfile(found.user, found.groups, await countersOf(id))
  }

  return {
    profile,

    changeProfile: async (id: number, patch: ProfilePatch): Promise<Profile> => {
      await database.transaction(async (tx) => {
        const found = await findUser(tx, id)
        if (!found) throw new NotFound()
        const { user } = found
        const email = patch.email ?? user.email
        const emailVerified = user.emailVerified && email.toLowerCase() === user.email.toLowerCase()
        await updateUser(tx, id, {
          firstName: patch.first_name ?? user.firstName,
          lastName: patch.last_name ?? user.lastName,
          email,
          emailVerified,
          updatedAt: clock.now(),
        }).catch(refuseTakenAddress)
      })
      return profile(id)
    },

    findForLogin: async (username: string) => {
      const found = await findUserByName(database.db, username)
      return found && { ...found.user, isAdmin: isAdmin(found.user, found.groups) }
    },

    recordLogin: (tx: Executor, id: number, now: Date) => updateUser(tx, id, { lastLogin: now }),

    /** Makes the four groups, and the first superuser when no user exists. Answers whether it made one. */
    prepare: async (first: FirstUser): Promise<boolean> => {
      const passwordHash = await hasher.hash(first.password)
      return database.transaction(async (tx) => {
        await insertMissingGroups(
          tx,
          BUILT_IN_GROUPS.map(({ name, role }) => ({ name, roleTemplate: role, permissions: [...permissionsOf(role)], isBuiltIn: true })),
        )
        if ((await countUsers(tx)) > 0) return false
        const now = clock.now()
        const id = await insertUser(tx, {
          username: first.username,
          email: first.email,
          passwordHash,
          isSuperuser: true,
          dateJoined: now,
          updatedAt: now,
        })
        await addToGroups(tx, id, ['Administrators'])
        return true
      })
    },
  }
}

function refuseTakenAddress(error: unknown): never {
  if (uniqueViolation(error) === 'users_email_key') throw new FieldErrors({ email: ['Another account uses this address.'] })
  throw error
}
