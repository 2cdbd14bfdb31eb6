import type { ServiceAccount, ServiceAccountCreate, ServiceAccountPatch } from '@heddle/contract/service-accounts.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { FieldErrors, orNotFound } from '../../kernel/errors.ts'
import type { Precondition } from '../../kernel/versions.ts'
import type { ApiTokensService } from '../api-tokens/index.ts'
import type { Note } from '../audit/index.ts'
import type { Credentials } from '../auth/index.ts'
import type { UserRow, UsersService } from '../users/index.ts'
import { presentServiceAccount } from './service-accounts.presenter.ts'
import {
  findServiceAccount,
  insertServiceAccount,
  type MemberId,
  groupsOfAccount,
  type ServiceAccountRow,
  updateServiceAccount,
} from './service-accounts.store.ts'

export type ServiceAccountParts = {
  readonly database: Database
  readonly users: UsersService
  readonly apiTokens: ApiTokensService
  readonly credentials: Pick<Credentials, 'revokeAll'>
  readonly note: Note
  readonly clock: Clock
}

export type ServiceAccountEdit = {
  readonly id: number
  readonly patch: ServiceAccountPatch
  readonly ifMatch: Precondition
}

/** Whose groups decide which accounts the caller may manage; null: they may manage all. */
export const memberIdOf = (caller: Caller): MemberId => (caller.isAdmin ? null : caller.id)

export async function presentAccount(
  { apiTokens }: ServiceAccountParts,
  rows: readonly ServiceAccountRow[],
): Promise<ServiceAccount[]> {
  const uses = await apiTokens.usesOf(rows.map(({ id }) => id))
  return rows.map((row) => presentServiceAccount(row, uses.get(row.id)))
}

export async function findAccount(parts: ServiceAccountParts, caller: Caller, id: number): Promise<ServiceAccount> {
  const row = orNotFound(await findServiceAccount(parts.database.db, id, memberIdOf(caller)))
  return (await presentAccount(parts, [row]))[0]!
}

export async function createAccount(
  parts: ServiceAccountParts,
  caller: Caller,
  { name, description = '', group }: ServiceAccountCreate,
): Promise<ServiceAccount> {
  const { database, users, note, clock } = parts
  const id = await database.transaction(async (tx) => {
    const { username } = await users.faultsOfNames(tx, { username: name })
    const faults = { ...(username && { name: username }), ...(await faultsOfGroup(tx, caller, group)) }
    if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
    const userId = await users.insert(tx, { username: name, email: '', authSource: 'service' }).catch(namedByName)
    const createdAt = clock.now()
    await insertServiceAccount(tx, { userId, groupId: group, description, createdBy: caller.username, createdAt })
    await note(tx, 'service_account_create', { id: userId, name }, 'was created', { description, group })
    return userId
  })
  return findAccount(parts, caller, id)
}

/** An account is a user with a `username`, which is called `name` here. */
function namedByName(error: unknown): never {
  if (error instanceof FieldErrors && error.fields.username) throw new FieldErrors({ name: error.fields.username })
  throw error
}

async function faultsOfGroup(tx: Executor, caller: Caller, id: number): Promise<Record<string, string[]>> {
  const found = await groupsOfAccount(tx, memberIdOf(caller), id)
  if (found.length > 0) return {}
  return { group: [`Group ${id} does not exist${caller.isAdmin ? '' : ', or you are not in it'}.`] }
}

/** Does something to an account that the caller may manage, whose user is locked. */
async function changing(
  parts: ServiceAccountParts,
  caller: Caller,
  id: number,
  work: (tx: Executor, row: ServiceAccountRow, user: UserRow) => Promise<void>,
): Promise<void> {
  const { database, users } = parts
  await database.transaction(async (tx) => {
    const user = orNotFound(await users.lockIfExists(tx, id))
    await work(tx, orNotFound(await findServiceAccount(tx, id, memberIdOf(caller))), user)
  })
}

export async function changeAccount(
  parts: ServiceAccountParts,
  caller: Caller,
  { id, patch, ifMatch }: ServiceAccountEdit,
): Promise<ServiceAccount> {
  const { users, note } = parts
  // Read before: afterwards the account may be out of the caller's sight.
  let changed: ServiceAccount | undefined
  await changing(parts, caller, id, async (tx, row, user) => {
    ifMatch.check(user.updatedAt)
    const { group = row.group.id, description = row.description } = patch
    if (group !== row.group.id) {
      const faults = await faultsOfGroup(tx, caller, group)
      if (faults.group) throw new FieldErrors(faults)
    }
    await updateServiceAccount(tx, id, { groupId: group, description })
    await users.update(tx, user, {})
    const before = { description: row.description, group: row.group.id }
    await note(tx, 'service_account_update', row, 'was changed', { before, after: patch })
    changed = (await presentIn(parts, tx, id))[0]
  })
  return changed!
}

/** In the transaction that changed the account. Its tokens are as before. */
async function presentIn({ apiTokens }: ServiceAccountParts, tx: Executor, id: number): Promise<ServiceAccount[]> {
  const row = orNotFound(await findServiceAccount(tx, id, null))
  const uses = await apiTokens.usesOf([id], tx)
  return [presentServiceAccount(row, uses.get(id))]
}

export async function setAccountActive(
  parts: ServiceAccountParts,
  caller: Caller,
  id: number,
  isActive: boolean,
): Promise<ServiceAccount> {
  const { users, note } = parts
  await changing(parts, caller, id, async (tx, row, user) => {
    await users.update(tx, user, { isActive })
    if (isActive) return note(tx, 'service_account_activate', row, 'was activated')
    const deleted = await endTokens(parts, tx, id)
    await note(tx, 'service_account_deactivate', row, 'was deactivated', { deleted_api_tokens: deleted })
  })
  return findAccount(parts, caller, id)
}

export async function deleteAccount(parts: ServiceAccountParts, caller: Caller, id: number): Promise<null> {
  const { users, note } = parts
  await changing(parts, caller, id, async (tx, row) => {
    const deleted = await endTokens(parts, tx, id)
    await users.remove(tx, id)
    const { description, group } = row
    await note(tx, 'service_account_delete', row, 'was deleted', {
      description,
      group: group.name,
      deleted_api_tokens: deleted,
    })
  })
  return null
}

/** Deleted, so that nothing brings them back; announcing it closes the sockets that they opened, in every process. */
async function endTokens({ apiTokens, credentials }: ServiceAccountParts, tx: Executor, id: number): Promise<number> {
  const deleted = await apiTokens.removeAll(tx, id)
  await credentials.revokeAll(tx, id)
  return deleted
}
