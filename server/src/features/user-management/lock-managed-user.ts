import type { ManagedUser } from '@heddle/contract/users.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict, Forbidden } from '../../kernel/errors.ts'
import type { Note } from '../audit/index.ts'
import type {
  Credentials,
  EmailVerificationService,
  Lockout,
  MfaService,
  OwnSessionsService,
  PasswordsService,
  SecurityNotices,
  SessionsService,
} from '../auth/index.ts'
import type { GroupsService, FoundUser, ProfileCounters, UserRow, UsersService } from '../users/index.ts'
import { presentManagedUser } from './managed-users.presenter.ts'

export type ManagementParts = {
  readonly database: Database
  readonly users: UsersService
  readonly groups: GroupsService
  readonly sessions: SessionsService
  readonly ownSessions: Pick<OwnSessionsService, 'list' | 'endOf'>
  readonly credentials: Credentials
  readonly passwords: PasswordsService
  readonly mfa: MfaService
  readonly lockout: Lockout
  readonly verification: EmailVerificationService
  readonly securityNotices: SecurityNotices
  readonly countersOf: (userIds: readonly number[]) => Promise<ReadonlyMap<number, ProfileCounters>>
  readonly hasher: PasswordHasher
  readonly note: Note
  readonly hasDirectory: boolean
}

type SuperuserParts = Pick<ManagementParts, 'hasDirectory'>

function canSignIn({ hasDirectory }: SuperuserParts, { authSource, passwordHash }: UserRow): boolean {
  // A provider may be away, or take the account away: somebody always has to be able to sign in without one.
  if (authSource === 'provider' || authSource === 'service') return false
  return authSource === 'directory' ? hasDirectory : passwordHash !== null
}

/**
 * Locks the account. If it may stop being a superuser who can sign in, locks all active superusers first, always in
 * the same order, so that two concurrent calls cannot remove the last two.
 */
export async function lockManagedUser(
  parts: ManagementParts,
  tx: Executor,
  caller: Caller,
  id: number,
  { loses } = { loses: false },
): Promise<UserRow> {
  const { users } = parts
  const active = loses ? await users.lockActiveSuperusers(tx) : []
  const user = await users.lock(tx, id)
  if (user.isSuperuser && !caller.isSuperuser) throw new Forbidden('Only a superuser may manage a superuser.')
  requireAnotherSuperuser(parts, active, id)
  return user
}

/** Throws if one of these locked superusers is the only one who can sign in. */
export function requireAnotherSuperuser(parts: SuperuserParts, active: readonly UserRow[], id: number): void {
  const others = active.filter((one) => one.id !== id)
  if (others.length < active.length && !others.some((one) => canSignIn(parts, one))) {
    throw new Conflict(
      'The last superuser who can sign in cannot be deactivated, demoted, deleted or left without a password.',
      'last_superuser',
    )
  }
}

export async function presentManaged(parts: ManagementParts, found: readonly FoundUser[]): Promise<ManagedUser[]> {
  const { countersOf } = parts
  const counters = await countersOf(found.map(({ user }) => user.id))
  return found.map((one) => presentManagedUser(one, counters.get(one.user.id)))
}

export async function findManagedUser(parts: ManagementParts, id: number): Promise<ManagedUser> {
  const { users } = parts
  return (await presentManaged(parts, [await users.find(id)]))[0]!
}

/** Changes one account in a transaction, and returns it as changed. */
export async function changeManagedUser(
  parts: ManagementParts,
  caller: Caller,
  id: number,
  work: (tx: Executor, user: UserRow) => Promise<void>,
  loses = false,
): Promise<ManagedUser> {
  const { database } = parts
  await database.transaction(async (tx) => work(tx, await lockManagedUser(parts, tx, caller, id, { loses })))
  return findManagedUser(parts, id)
}
