import type { ScimUserReply } from '@heddle/contract/scim.ts'
import { readPatch } from '@heddle/domain/scim/patch-operations.ts'
import { patchScimUser, readScimUser } from '@heddle/domain/scim/user.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { orNotFound } from '../../../kernel/errors.ts'
import { addMembers, users as table } from '../../users/index.ts'
import type { ScimListQuery } from '../asking/asked.ts'
import { type ListedPage, readListing } from '../asking/listing.ts'
import { project } from '../asking/projection.ts'
import { refuseFaults, refusingTaken, taken } from '../scim-faults.ts'
import type { ScimParts } from '../scim-parts.ts'
import type { Base } from '../versions.ts'
import { changeScimUser, deleteScimUser } from './change-scim-user.ts'
import { presentScimUser } from './scim-users.presenter.ts'
import { ASKABLE_USERS, findScimUser, listScimUsers } from './scim-users.store.ts'

type Target = { readonly id: number; readonly ifMatch: string | undefined }

export type ScimUsersService = {
  readonly list: (
    asked: ScimListQuery,
    base: Base,
  ) => Promise<ListedPage<ScimUserReply> & { readonly startIndex: number }>
  readonly get: (id: number, base: Base) => Promise<ScimUserReply>
  /** An account without a password here. It is in the default group until the client puts it into another. */
  readonly create: (body: unknown) => Promise<number>
  /** Whether it changed anything, as `patch`. */
  readonly replace: (caller: Caller, target: Target, body: unknown) => Promise<boolean>
  readonly patch: (caller: Caller, target: Target, operations: readonly unknown[]) => Promise<boolean>
  /** What the user created stays; the audit log keeps the name. */
  readonly remove: (caller: Caller, target: Target) => Promise<null>
}

export function createScimUsersService(parts: ScimParts): ScimUsersService {
  const { database } = parts
  return {
    list: async (asked, base) => {
      const listing = readListing(asked, ASKABLE_USERS, table.id)
      const { total, rows } = await listScimUsers(database.db, listing)
      const shown = rows.map((row) => project(presentScimUser(row, base), listing.projection))
      return { total, rows: shown, startIndex: listing.startIndex }
    },
    get: (id, base) => findUser(parts, id, base),
    create: (body) => createUser(parts, body),
    replace: (caller, target, body) =>
      changeScimUser(parts, caller, { ...target, read: (before) => readScimUser(body, before) }),
    patch: async (caller, target, operations) => {
      const { steps, faults } = readPatch(operations)
      refuseFaults(faults)
      return changeScimUser(parts, caller, { ...target, read: (before) => patchScimUser(before, steps) })
    },
    remove: (caller, target) => deleteScimUser(parts, caller, target),
  }
}

async function findUser({ database }: ScimParts, id: number, base: Base): Promise<ScimUserReply> {
  return presentScimUser(orNotFound(await findScimUser(database.db, id)), base)
}

async function createUser(parts: ScimParts, body: unknown): Promise<number> {
  const { database, users, noteUser } = parts
  const { user, faults } = readScimUser(body)
  refuseFaults(faults)
  return database.transaction(async (tx) => {
    const names = await users.faultsOfNames(tx, { username: user.userName, email: user.email })
    if (Object.keys(names).length > 0) throw taken(Object.values(names).flat().join(' '))
    const made = await refusingTaken(
      users.insert(tx, {
        username: user.userName,
        email: user.email,
        firstName: user.givenName,
        lastName: user.familyName,
        isActive: user.active,
        externalId: user.externalId,
        scimOrigin: 'created',
        authSource: 'provider',
      }),
    )
    for (const groupId of await users.defaultGroups(tx)) await addMembers(tx, groupId, [made], 'scim_default')
    const subject = { id: made, username: user.userName }
    await noteUser(tx, 'user_create', subject, 'was created by the provisioning client', user)
    return made
  })
}
