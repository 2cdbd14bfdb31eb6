import type { ManagedUser, UserCreate, UserPatch } from '@heddle/contract/users.ts'
import type { Permission } from '@heddle/domain/access/permissions.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict, FieldErrors, Forbidden } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import {
  type Credentials,
  type EmailVerificationService,
  keptInDirectory,
  type Lockout,
  type MfaService,
  type PasswordsService,
  type SecurityNotices,
  type SessionsService,
} from '../auth/index.ts'
import {
  type GroupsService,
  requirePermissions,
  type FoundUser,
  type ProfileCounters,
  type UserFilter,
  type UserRow,
  type UsersService,
} from '../users/index.ts'
import { presentManagedUser } from './managed-users.presenter.ts'
import { permissionsHeld } from '@heddle/domain/access/held-permissions.ts'

type Dependencies = {
  readonly database: Database
  readonly users: UsersService
  readonly groups: GroupsService
  readonly sessions: SessionsService
  readonly credentials: Credentials
  readonly passwords: PasswordsService
  readonly mfa: MfaService
  readonly lockout: Lockout
  readonly verification: EmailVerificationService
  readonly securityNotices: SecurityNotices
  readonly countersOf: (userIds: readonly number[]) => Promise<ReadonlyMap<number, ProfileCounters>>
  readonly hasher: PasswordHasher
  readonly audit: Audit
  readonly hasDirectory: boolean
}

/** Fields that can only be validated against the database. */
type Checked = { readonly username?: string | undefined; readonly email?: string; readonly groups?: readonly number[] }
export type UserManagementService = ReturnType<typeof createUserManagementService>

/** Changes by administrators to other accounts. Only superusers manage superusers. */
export function createUserManagementService(dependencies: Dependencies) {
  const { database, users, groups, sessions, credentials, passwords, mfa, lockout, verification, securityNotices } =
    dependencies
  const { countersOf, hasher, audit, hasDirectory } = dependencies

  const canSignIn = ({ authSource, passwordHash }: UserRow): boolean =>
    authSource === 'directory' ? hasDirectory : passwordHash !== null

  /**
   * Locks the account. If it may stop being a superuser who can sign in, locks all active superusers first, always in
   * the same order, so that two concurrent calls cannot remove the last two.
   */
  async function lockFor(tx: Executor, caller: Caller, id: number, { loses } = { loses: false }): Promise<UserRow> {
    const active = loses ? await users.lockActiveSuperusers(tx) : []
    const user = await users.lock(tx, id)
    if (user.isSuperuser && !caller.isSuperuser) throw new Forbidden('Only a superuser may manage a superuser.')
    const others = active.filter((one) => one.id !== id)
    if (others.length < active.length && !others.some(canSignIn)) {
      throw new Conflict(
        'The last superuser who can sign in cannot be deactivated, demoted, deleted or left without a password.',
        'last_superuser',
      )
    }
    return user
  }

  async function present(found: readonly FoundUser[]): Promise<ManagedUser[]> {
    const counters = await countersOf(found.map(({ user }) => user.id))
    return found.map((one) => presentManagedUser(one, counters.get(one.user.id)))
  }

  const get = async (id: number): Promise<ManagedUser> => (await present([await users.find(id)]))[0]!

  const note = notesOn(audit, 'User', 'user')

  /** Changes one account in a transaction, and returns it as changed. */
  async function changeOne(
    caller: Caller,
    id: number,
    work: (tx: Executor, user: UserRow) => Promise<void>,
    loses = false,
  ) {
    await database.transaction(async (tx) => work(tx, await lockFor(tx, caller, id, { loses })))
    return get(id)
  }

  /** Throws all errors at once: taken names, unknown groups, and what the caller found before. */
  async function refuseFaults(tx: Executor, body: Checked, id?: number, passwordFaults: string[] = []): Promise<void> {
    const unknown = await groups.faultsOf(tx, body.groups ?? [])
    const problems = {
      ...(await users.faultsOfNames(tx, body, id)),
      ...(passwordFaults.length > 0 && { password: passwordFaults }),
      ...(unknown.length > 0 && { groups: unknown }),
    }
    if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
  }

  async function setActive(caller: Caller, id: number, isActive: boolean) {
    const work = async (tx: Executor, user: UserRow): Promise<void> => {
      await users.update(tx, user, { isActive })
      if (isActive) await lockout.reset(tx, user)
      else await credentials.revokeAll(tx, id)
      await note(
        tx,
        isActive ? 'user_activate' : 'user_deactivate',
        user,
        isActive ? 'was activated' : 'was deactivated',
      )
    }
    return changeOne(caller, id, work, !isActive)
  }

  async function changePermissions(caller: Caller, id: number, names: readonly string[], way: 'add' | 'remove') {
    const named = requirePermissions(names)
    return changeOne(caller, id, async (tx, user) => {
      const permissions =
        way === 'add' ? [...new Set([...user.permissions, ...named])] : without(user.permissions, named)
      await users.update(tx, user, { permissions })
      const what = way === 'add' ? `was granted ${named.join(', ')}` : `had ${named.join(', ')} revoked`
      await note(tx, way === 'add' ? 'permissions_add' : 'permissions_remove', user, what, {
        before: user.permissions,
        after: permissions,
      })
    })
  }

  return {
    list: async (filter: UserFilter, page: PageRequest) => {
      const { count, items } = await users.list(filter, page)
      return { count, items: await present(items) }
    },
    get,

    create: async (caller: Caller, body: UserCreate) => {
      if (body.is_superuser === true && !caller.isSuperuser)
        throw new Forbidden('Only a superuser may create a superuser.')
      const { password } = body
      const faults = password === undefined ? [] : passwords.faultsOf(password, body)
      const passwordHash = password === undefined || faults.length > 0 ? null : await hasher.hash(password)
      const id = await database.transaction(async (tx) => {
        await refuseFaults(tx, body, undefined, faults)
        const made = await users.insert(tx, {
          username: body.username,
          email: body.email,
          firstName: body.first_name ?? '',
          lastName: body.last_name ?? '',
          passwordHash,
          isActive: body.is_active ?? true,
          isSuperuser: body.is_superuser ?? false,
        })
        await groups.replaceGroupsOf(tx, made, body.groups ?? (await users.defaultGroups(tx)))
        await note(tx, 'user_create', { id: made, username: body.username }, 'was created', body)
        return made
      })
      return get(id)
    },

    change: (caller: Caller, id: number, patch: UserPatch) => {
      const work = async (tx: Executor, user: UserRow): Promise<void> => {
        const isSuperuser = patch.is_superuser ?? user.isSuperuser
        if (isSuperuser !== user.isSuperuser && !caller.isSuperuser)
          throw new Forbidden('Only a superuser may promote or demote a superuser.')
        await refuseFaults(tx, { ...patch, username: undefined }, id)
        const isActive = patch.is_active ?? user.isActive
        await users.update(tx, user, {
          email: patch.email ?? user.email,
          firstName: patch.first_name ?? user.firstName,
          lastName: patch.last_name ?? user.lastName,
          isActive,
          isSuperuser,
        })
        if (user.isActive && !isActive) await credentials.revokeAll(tx, id)
        if (patch.groups) await groups.replaceGroupsOf(tx, id, patch.groups)
        await note(tx, 'user_update', user, 'was changed', { before: visible(user), after: patch })
      }
      return changeOne(caller, id, work, patch.is_active === false || patch.is_superuser === false)
    },

    /** What the user created stays, with the username as text. */
    remove: async (caller: Caller, id: number): Promise<null> => {
      await database.transaction(async (tx) => {
        const user = await lockFor(tx, caller, id, { loses: true })
        await sessions.revoke(tx, id)
        await users.remove(tx, id)
        await note(tx, 'user_delete', user, 'was deleted', visible(user))
      })
      return null
    },

    /** Sets a password, or removes the old one and mails a link. Either way all sessions end. */
    resetPassword: async (caller: Caller, id: number, newPassword: string | undefined): Promise<void> => {
      const { user: known } = await users.find(id)
      const faults = newPassword === undefined ? [] : passwords.faultsOf(newPassword, known)
      if (faults.length > 0) throw new FieldErrors({ new_password: faults })
      const passwordHash = newPassword === undefined ? null : await hasher.hash(newPassword)
      const work = async (tx: Executor, user: UserRow): Promise<void> => {
        if (user.authSource === 'directory') throw keptInDirectory()
        await credentials.setPassword(tx, user, passwordHash)
        if (newPassword !== undefined) await securityNotices.send(tx, user, 'password_changed')
        else if (user.isActive) await passwords.mailForcedReset(tx, user)
        await note(
          tx,
          'user_password_reset',
          user,
          newPassword === undefined ? 'must choose a new password' : 'had their password changed',
        )
      }
      await changeOne(caller, id, work, newPassword === undefined)
    },

    generateResetCode: (caller: Caller, id: number) =>
      database.transaction(async (tx) => {
        const user = await lockFor(tx, caller, id)
        const code = await passwords.generateCode(tx, user)
        await note(tx, 'reset_code_generate', user, 'was issued a one-time reset code')
        return code
      }),

    verifyEmail: (caller: Caller, id: number) =>
      changeOne(caller, id, async (tx, user) => {
        await verification.accept(tx, user)
        await note(tx, 'user_email_verify', user, 'had their e-mail address marked as verified')
      }),

    disableMfa: (caller: Caller, id: number) =>
      changeOne(caller, id, async (tx, user) => {
        await mfa.remove(tx, id)
        await sessions.revoke(tx, id)
        await note(tx, 'user_mfa_disable', user, 'had their second factor disabled by an administrator')
      }),

    endSessions: async (caller: Caller, id: number): Promise<null> => {
      await database.transaction(async (tx) => {
        const user = await lockFor(tx, caller, id)
        await sessions.revoke(tx, id)
        await note(tx, 'session_end', user, 'had all their sessions ended by an administrator')
      })
      return null
    },

    activate: (caller: Caller, id: number) => setActive(caller, id, true),
    deactivate: (caller: Caller, id: number) => setActive(caller, id, false),
    addPermissions: (caller: Caller, id: number, names: readonly string[]) =>
      changePermissions(caller, id, names, 'add'),
    removePermissions: (caller: Caller, id: number, names: readonly string[]) =>
      changePermissions(caller, id, names, 'remove'),

    effectivePermissions: async (id: number) => {
      const found = await users.find(id)
      const { user, groups: held } = found
      return {
        permissions: [...permissionsHeld(found)].sort(),
        groups: held.map(({ name }) => name),
        is_superuser: user.isSuperuser,
      }
    },
  }
}

const without = (held: readonly Permission[], taken: readonly Permission[]): Permission[] =>
  held.filter((one) => !taken.includes(one))

const visible = ({ email, firstName, lastName, isActive, isSuperuser }: UserRow) => ({
  email,
  firstName,
  lastName,
  isActive,
  isSuperuser,
})
