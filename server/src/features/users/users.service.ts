import type { Preferences, PreferencesPatch, ProfilePatch } from '@heddle/contract/auth.ts'
import { effectiveQuota, type Quota } from '@heddle/domain/access/quota.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Actor } from '../../kernel/caller.ts'
import { orNotFound } from '../../kernel/errors.ts'
import type { PageRequest, PageOf } from '../../kernel/paging.ts'
import { presentActor } from './callers.presenter.ts'
import {
  deleteUser,
  findUserRow,
  findUserByEmail,
  findUserByName,
  type FoundUser,
  isAddressHeldByOther,
  listUsers,
  lockActiveSuperusers,
  lockUser,
  type NewUser,
  type UserChanges,
  type UserListFilter,
  type UserRow,
  updateUser,
} from './users.store.ts'
import {
  type UserParts,
  type AccountNames,
  findExistingUser,
  lockExistingUser,
  updateLockedUser,
  insertNewUser,
  faultsOfUserNames,
} from './user-rows.ts'
import { changeProfile, preferencesOf, changePreferences } from './own-settings.ts'
import type { AddressCause } from './users.events.ts'
import { type FirstUser, idsOfDefaultGroup, prepareUsers } from './prepare-users.ts'

/** Ids begin at 1. */
const NOBODY = 0

/** What others may ask of accounts, and do to them. */
export type UsersService = {
  readonly find: (id: number) => Promise<FoundUser>
  readonly lock: (tx: Executor, id: number) => Promise<UserRow>
  readonly lockIfExists: (tx: Executor, id: number) => Promise<UserRow | undefined>
  readonly update: (tx: Executor, row: UserRow, changes: UserChanges, cause?: AddressCause) => Promise<void>
  /** Whether another account has an address, or may still take it back. */
  readonly isAddressTaken: (tx: Executor, email: string, ownId: number | undefined) => Promise<boolean>
  readonly findByName: (username: string, db?: Executor) => Promise<FoundUser | undefined>
  readonly findByEmail: (email: string, db?: Executor) => Promise<FoundUser | undefined>
  readonly findIn: (tx: Executor, id: number) => Promise<FoundUser | undefined>
  readonly lockActiveSuperusers: (tx: Executor) => Promise<UserRow[]>
  /** A user to act for while they are away, with what they may do now; undefined if they may not sign in. */
  readonly actor: (id: number, db?: Executor) => Promise<Actor | undefined>
  readonly changeProfile: (id: number, patch: ProfilePatch) => Promise<void>
  readonly preferences: (id: number) => Promise<Preferences>
  /** The entry names the keys of `ui` only: the web UI saves often, and much. */
  readonly changePreferences: (id: number, patch: PreferencesPatch) => Promise<Preferences>
  /** The user's quota, over all groups. */
  readonly quotaOf: (id: number, db?: Executor) => Promise<Quota>
  readonly list: (filter: UserListFilter, page: PageRequest) => Promise<PageOf<FoundUser>>
  readonly insert: (tx: Executor, user: Omit<NewUser, 'dateJoined' | 'updatedAt'>) => Promise<number>
  /** Reports a taken name and a taken address together; for concurrent requests the constraints decide. */
  readonly faultsOfNames: (tx: Executor, names: AccountNames, id?: number) => Promise<Record<string, string[]>>
  readonly remove: (db: Executor, id: number) => Promise<void>
  readonly recordLogin: (tx: Executor, id: number, now: Date) => Promise<void>
  /** Ids of DEFAULT_GROUP; if it does not exist, logs a warning and returns none. */
  readonly defaultGroups: (tx: Executor) => Promise<number[]>
  /**
   * Creates the four groups, and the first superuser if there is no user. Returns whether it created the superuser.
   */
  readonly prepare: (first: FirstUser) => Promise<boolean>
}

export function createUsersService(parts: UserParts): UsersService {
  const { database } = parts
  return {
    find: (id) => findExistingUser(parts, id),
    lock: lockExistingUser,
    lockIfExists: lockUser,
    update: (tx, row, changes, cause) => updateLockedUser(parts, tx, row, changes, cause),
    isAddressTaken: (tx, email, ownId) => isAddressHeldByOther(tx, email, ownId ?? NOBODY, parts.clock.now()),
    findByName: (username, db = database.db) => findUserByName(db, username),
    findByEmail: (email, db = database.db) => findUserByEmail(db, email),
    findIn: (tx, id) => findUserRow(tx, id),
    lockActiveSuperusers,
    actor: (id, db) => actorOf(parts, id, db),
    changeProfile: (id, patch) => changeProfile(parts, id, patch),
    preferences: (id) => preferencesOf(parts, id),
    changePreferences: (id, patch) => changePreferences(parts, id, patch),
    quotaOf: (id, db) => userQuota(parts, id, db),
    list: (filter, page) => listUsers(database.db, filter, page),
    insert: (tx, user) => insertNewUser(parts, tx, user),
    faultsOfNames: faultsOfUserNames,
    remove: deleteUser,
    recordLogin: (tx, id, now) => updateUser(tx, id, { lastLogin: now }),
    defaultGroups: (tx) => idsOfDefaultGroup(parts, tx),
    prepare: (first) => prepareUsers(parts, first),
  }
}

async function actorOf({ database }: UserParts, id: number, db: Executor = database.db): Promise<Actor | undefined> {
  const found = await findUserRow(db, id)
  return found?.user.isActive === true ? presentActor(found) : undefined
}

async function userQuota({ database }: UserParts, id: number, db: Executor = database.db): Promise<Quota> {
  const found = orNotFound(await findUserRow(db, id))
  return effectiveQuota(
    found.groups.flatMap(({ quota }) => quota ?? []),
    found.user.isSuperuser,
  )
}
