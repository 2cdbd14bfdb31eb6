import type { Preferences, PreferencesPatch, ProfilePatch } from '@heddle/contract/auth.ts'
import { effectiveQuota, type Quota } from '@heddle/domain/access/quota.ts'
import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { FieldErrors, orNotFound } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import type { Events } from '../../platform/events/events.ts'
import { uniqueViolation } from '../../platform/sql/constraint-errors.ts'
import type { Audit } from '../audit/index.ts'
import { changedAddress } from './mail-address.ts'
import { mergePreferences } from './merge-preferences.ts'
import { prepareGroups } from './prepare-groups.ts'
import { addToGroups, groupIdsOf } from './groups.store.ts'
import { addressChanged } from './users.events.ts'
import { presentActor } from './callers.presenter.ts'
import { presentPreferences } from './users.presenter.ts'
import {
  countUsers,
  deleteUser,
  findUser,
  findUserByEmail,
  findUserByName,
  type FoundUser,
  insertUser,
  isAddressHeldByOther,
  listUsers,
  lockActiveSuperusers,
  lockUser,
  type NewUser,
  type UserChanges,
  type UserFilter,
  type UserRow,
  updateUser,
} from './users.store.ts'

type Dependencies = {
  readonly database: Database
  readonly hasher: PasswordHasher
  readonly clock: Clock
  readonly audit: Audit
  readonly logger: Logger
  readonly events: Pick<Events, 'raise'>
  readonly defaultGroup: string
}

export type FirstUser = { readonly username: string; readonly email: string; readonly password: string }
type Names = { readonly username?: string | undefined; readonly email?: string }
export type UsersService = ReturnType<typeof createUsersService>

// Sections are merged, so a limit on the request body alone would not be enough.
const TAKEN_NAME = { username: ['This username is taken.'] }
const TAKEN_ADDRESS = { email: ['Another account uses this address.'] }

export function createUsersService({ database, hasher, clock, audit, logger, events, defaultGroup }: Dependencies) {
  async function find(id: number): Promise<FoundUser> {
    return orNotFound(await findUser(database.db, id))
  }

  async function lock(tx: Executor, id: number): Promise<UserRow> {
    return orNotFound(await lockUser(tx, id))
  }

  /** Updates a locked row. A new address has to be verified; until then mail goes to the last verified one. */
  async function update(tx: Executor, row: UserRow, changes: UserChanges): Promise<void> {
    const address = changes.email === undefined ? undefined : changedAddress(row, changes.email)
    await updateUser(tx, row.id, { ...address, ...changes, updatedAt: clock.now() }).catch(refuseTakenNames)
    if (!address) return
    await refuseHeldAddress(tx, changes.email!, row.id)
    await events.raise(tx, addressChanged, { username: row.username, email: row.email, former_email: row.formerEmail })
  }

  /** Checked after the write: its unique index has waited for a user who just gave the address up. */
  async function refuseHeldAddress(tx: Executor, email: string, id: number): Promise<void> {
    if (await isAddressHeldByOther(tx, email, id)) throw new FieldErrors(TAKEN_ADDRESS)
  }

  return {
    find,
    lock,
    lockIfExists: lockUser,
    update,
    findByName: (username: string, db: Executor = database.db) => findUserByName(db, username),
    findByEmail: (email: string, db: Executor = database.db) => findUserByEmail(db, email),
    findIn: (tx: Executor, id: number) => findUser(tx, id),
    lockActiveSuperusers,

    /** A user to act for while they are away, with what they may do now; undefined if they may not sign in. */
    actor: async (id: number, db: Executor = database.db): Promise<Actor | undefined> => {
      const found = await findUser(db, id)
      return found?.user.isActive === true ? presentActor(found) : undefined
    },

    changeProfile: (id: number, patch: ProfilePatch): Promise<void> =>
      database.transaction(async (tx) => {
        const row = await lock(tx, id)
        const changes = {
          firstName: patch.first_name ?? row.firstName,
          lastName: patch.last_name ?? row.lastName,
          email: patch.email ?? row.email,
        }
        await update(tx, row, changes)
        await audit.record(tx, {
          action: 'profile_update',
          description: `${row.username} changed their profile`,
          target: { type: 'user', id },
          content: { ...patch },
        })
      }),

    preferences: async (id: number): Promise<Preferences> => presentPreferences((await find(id)).user.preferences),

    /** The entry names the keys of `ui` only: the web UI saves often, and much. */
    changePreferences: (id: number, { ui, ...patch }: PreferencesPatch): Promise<Preferences> =>
      database.transaction(async (tx) => {
        const row = await lock(tx, id)
        const after = mergePreferences(presentPreferences(row.preferences), { ...patch, ...(ui && { ui }) })
        await updateUser(tx, id, { preferences: after, updatedAt: clock.now() })
        await audit.record(tx, {
          action: 'preferences_update',
          description: `${row.username} changed their preferences`,
          target: { type: 'user', id },
          content: { ...patch, ...(ui && { ui: Object.keys(ui) }) },
        })
        return after
      }),

    /** The user's quota, over all groups. */
    quotaOf: async (id: number, db: Executor = database.db): Promise<Quota> => {
      const found = orNotFound(await findUser(db, id))
      return effectiveQuota(
        found.groups.flatMap(({ quota }) => quota ?? []),
        found.user.isSuperuser,
      )
    },

    list: (filter: UserFilter, page: PageRequest) => listUsers(database.db, filter, page),

    insert: async (tx: Executor, user: Omit<NewUser, 'dateJoined' | 'updatedAt'>): Promise<number> => {
      const id = await insertUser(tx, { ...user, dateJoined: clock.now(), updatedAt: clock.now() }).catch(
        refuseTakenNames,
      )
      await refuseHeldAddress(tx, user.email, id)
      return id
    },

    /** Reports a taken name and a taken address together; for concurrent requests the constraints decide. */
    faultsOfNames: async (tx: Executor, names: Names, id?: number): Promise<Record<string, string[]>> => {
      const byName = names.username === undefined ? undefined : await findUserByName(tx, names.username)
      const byEmail = names.email === undefined ? undefined : await findUserByEmail(tx, names.email)
      return {
        ...(byName && byName.user.id !== id && TAKEN_NAME),
        ...(byEmail && byEmail.user.id !== id && TAKEN_ADDRESS),
      }
    },

    remove: deleteUser,

    recordLogin: (tx: Executor, id: number, now: Date) => updateUser(tx, id, { lastLogin: now }),

    /** Ids of DEFAULT_GROUP; if it does not exist, logs a warning and returns none. */
    defaultGroups: async (tx: Executor): Promise<number[]> => {
      const ids = await groupIdsOf(tx, [defaultGroup])
      if (ids.length === 0)
        logger.warn({ group: defaultGroup }, 'DEFAULT_GROUP does not exist: new users are added to no group')
      return ids
    },

    /**
     * Creates the four groups, and the first superuser if there is no user. Returns whether it created the superuser.
     */
    prepare: async (first: FirstUser): Promise<boolean> => {
      const passwordHash = await hasher.hash(first.password)
      return database.transaction(async (tx) => {
        await prepareGroups(tx)
        if ((await countUsers(tx)) > 0) return false
        const now = clock.now()
        const { username, email } = first
        const id = await insertUser(tx, {
          username,
          email,
          passwordHash,
          isSuperuser: true,
          dateJoined: now,
          updatedAt: now,
        })
        await addToGroups(tx, id, ['Administrators'])
        await audit.record(tx, {
          action: 'first_start',
          description: `The first superuser "${username}" was created`,
          target: { type: 'user', id },
        })
        return true
      })
    },
  }
}

function refuseTakenNames(error: unknown): never {
  const constraint = uniqueViolation(error)
  if (constraint === 'users_email_key') throw new FieldErrors(TAKEN_ADDRESS)
  if (constraint === 'users_username_key') throw new FieldErrors(TAKEN_NAME)
  throw error
}
