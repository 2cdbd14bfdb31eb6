import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { Clock } from '../../kernel/clock.ts'
import { FieldErrors, orNotFound } from '../../kernel/errors.ts'
import { nextVersionTime } from '../../kernel/versions.ts'
import type { Events } from '../../platform/events/events.ts'
import { uniqueViolation } from '../../platform/sql/constraint-errors.ts'
import type { Audit } from '../audit/index.ts'
import { changedAddress, hadVerifiedAddress } from './mail-address.ts'
import { type AddressCause, addressChanged } from './users.events.ts'
import {
  findUserRow,
  findUserByEmail,
  findUserByName,
  type FoundUser,
  insertUser,
  isAddressHeldByOther,
  lockUser,
  type NewUser,
  type UserChanges,
  type UserRow,
  updateUser,
} from './users.store.ts'

export type UserParts = {
  readonly database: Database
  readonly hasher: PasswordHasher
  readonly clock: Clock
  readonly audit: Audit
  readonly logger: Logger
  readonly events: Pick<Events, 'raise'>
  readonly defaultGroup: string
}

export type AccountNames = { readonly username?: string | undefined; readonly email?: string }

const TAKEN_NAME = { username: ['This username is taken.'] }

const TAKEN_ADDRESS = { email: ['Another account uses this address.'] }

export async function findExistingUser({ database }: UserParts, id: number): Promise<FoundUser> {
  return orNotFound(await findUserRow(database.db, id))
}

export async function lockExistingUser(tx: Executor, id: number): Promise<UserRow> {
  return orNotFound(await lockUser(tx, id))
}

/** Updates a locked row. A new address has to be verified; until then mail goes to the last verified one. */
export async function updateLockedUser(
  { clock, events }: UserParts,
  tx: Executor,
  row: UserRow,
  changes: UserChanges,
  cause: AddressCause = 'others',
): Promise<void> {
  const address = changes.email === undefined ? undefined : changedAddress(row, changes.email)
  await updateUser(tx, row.id, {
    ...address,
    ...changes,
    updatedAt: nextVersionTime(clock.now(), row.updatedAt),
  }).catch(refuseTakenNames)
  if (!address) return
  await refuseHeldAddress(tx, changes.email!, row.id, clock.now())
  await events.raise(tx, addressChanged, {
    user_id: row.id,
    username: row.username,
    email: row.email,
    former_email: row.formerEmail,
    was_verified: hadVerifiedAddress(row),
    cause,
  })
}

/** Checked after the write: its unique index has waited for a user who just gave the address up. */
async function refuseHeldAddress(tx: Executor, email: string, id: number, now: Date): Promise<void> {
  if (await isAddressHeldByOther(tx, email, id, now)) throw new FieldErrors(TAKEN_ADDRESS)
}

export async function insertNewUser(
  { clock }: UserParts,
  tx: Executor,
  user: Omit<NewUser, 'dateJoined' | 'updatedAt'>,
): Promise<number> {
  const id = await insertUser(tx, { ...user, dateJoined: clock.now(), updatedAt: clock.now() }).catch(refuseTakenNames)
  await refuseHeldAddress(tx, user.email, id, clock.now())
  return id
}

export async function faultsOfUserNames(
  tx: Executor,
  names: AccountNames,
  id?: number,
): Promise<Record<string, string[]>> {
  const byName = names.username === undefined ? undefined : await findUserByName(tx, names.username)
  const byEmail = names.email === undefined ? undefined : await findUserByEmail(tx, names.email)
  return {
    ...(byName && byName.user.id !== id && TAKEN_NAME),
    ...(byEmail && byEmail.user.id !== id && TAKEN_ADDRESS),
  }
}

function refuseTakenNames(error: unknown): never {
  const constraint = uniqueViolation(error)
  if (constraint === 'users_email_key') throw new FieldErrors(TAKEN_ADDRESS)
  if (constraint === 'users_username_key') throw new FieldErrors(TAKEN_NAME)
  throw error
}
