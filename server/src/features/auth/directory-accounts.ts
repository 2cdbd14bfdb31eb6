import { type GroupMap, managedGroups, mappedGroups } from '@heddle/domain/identity/directory-groups.ts'
import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { DirectoryUser } from '../../adapters/directory/directory.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { Audit } from '../audit/index.ts'
import { followGroups, type FoundUser, groupIdsOf, type UserRow, type UsersService } from '../users/index.ts'

export type DirectoryAccountParts = {
  readonly database: Database
  readonly users: UsersService
  readonly audit: Audit
  readonly logger: Logger
  readonly groupMap: GroupMap
}

export type DirectoryAccounts = {
  /** Creates or updates the account from the directory. A local account of the same name is a different user. */
  readonly follow: (known: DirectoryUser) => Promise<FoundUser | 'local_account_exists'>
}

const LONGEST_NAME = 150

/** The accounts of directory users. */
export function createDirectoryAccounts(parts: DirectoryAccountParts): DirectoryAccounts {
  return {
    follow: (known) => followDirectory(parts, known),
  }
}

/** Drops an address that another account has: the directory must not take over what a local user verified. */
async function freeAddress(
  { users, logger }: DirectoryAccountParts,
  tx: Executor,
  email: string,
  ownId: number | undefined,
): Promise<string> {
  if (!(await users.isAddressTaken(tx, email, ownId))) return email
  logger.warn({ user_id: ownId }, 'ignored the e-mail address of a directory user: another account has it')
  return ''
}

async function createFromDirectory(parts: DirectoryAccountParts, tx: Executor, known: DirectoryUser): Promise<number> {
  const { users, audit } = parts
  const id = await users.insert(tx, {
    username: known.username,
    email: await freeAddress(parts, tx, known.email, undefined),
    firstName: known.firstName.slice(0, LONGEST_NAME),
    lastName: known.lastName.slice(0, LONGEST_NAME),
    authSource: 'directory',
  })
  await audit.record(tx, {
    action: 'user_create',
    description: `User "${known.username}" was created at the first directory login`,
    target: { type: 'user', id },
    metadata: { dn: known.dn },
    actor: { userId: id, username: known.username },
  })
  return id
}

async function refreshFromDirectory(
  parts: DirectoryAccountParts,
  tx: Executor,
  row: UserRow,
  known: DirectoryUser,
): Promise<void> {
  const { users, audit } = parts
  const email = (await freeAddress(parts, tx, known.email, row.id)) || row.email
  // The directory vouches for its addresses: they count at once.
  const formerEmail = email.toLowerCase() === known.email.toLowerCase() ? null : row.formerEmail
  const names = { firstName: known.firstName.slice(0, LONGEST_NAME), lastName: known.lastName.slice(0, LONGEST_NAME) }
  const isSameAddress = email === row.email && formerEmail === row.formerEmail
  if (isSameAddress && names.firstName === row.firstName && names.lastName === row.lastName) return
  await users.update(tx, row, { email, formerEmail, ...names })
  await audit.record(tx, {
    action: 'user_update',
    description: `User "${row.username}" was changed to match the directory`,
    target: { type: 'user', id: row.id },
    actor: { userId: row.id, username: row.username },
    content: { email, ...names },
  })
}

/** Mapped groups and those granted by an earlier login follow the directory; groups assigned by hand stay. */
async function followMappedGroups(
  { groupMap, users, audit }: DirectoryAccountParts,
  tx: Executor,
  userId: number,
  known: DirectoryUser,
): Promise<void> {
  const mapped = await groupIdsOf(tx, mappedGroups(known.groupDns, groupMap))
  await followGroups(audit, tx, {
    user: { id: userId, username: known.username },
    wanted: mapped.length > 0 ? mapped : await users.defaultGroups(tx),
    managed: managedGroups(groupMap),
    source: 'directory',
    why: 'to match the directory',
  })
}

function tryToFollow(parts: DirectoryAccountParts, known: DirectoryUser): Promise<FoundUser | 'local_account_exists'> {
  const { database, users } = parts
  return database.transaction(async (tx) => {
    const existing = await users.findByName(known.username, tx)
    if (existing && existing.user.authSource !== 'directory') return 'local_account_exists'
    const id = existing?.user.id ?? (await createFromDirectory(parts, tx, known))
    if (existing) await refreshFromDirectory(parts, tx, await users.lock(tx, id), known)
    await followMappedGroups(parts, tx, id, known)
    return (await users.findIn(tx, id))!
  })
}

async function followDirectory(
  parts: DirectoryAccountParts,
  known: DirectoryUser,
): Promise<FoundUser | 'local_account_exists'> {
  try {
    return await tryToFollow(parts, known)
  } catch (error) {
    // Two concurrent first logins share one account: the second finds what the first created.
    if (error instanceof FieldErrors) return tryToFollow(parts, known)
    throw error
  }
}
