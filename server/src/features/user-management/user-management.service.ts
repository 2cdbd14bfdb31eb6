import type { OpenSession } from '@heddle/contract/auth.ts'
import type { ManagedUser, UserCreate, ResetCode, EffectivePermissions } from '@heddle/contract/users.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { PageRequest, PageOf } from '../../kernel/paging.ts'
import type { UserListFilter } from '../users/index.ts'
import { type ManagementParts, presentManaged, findManagedUser } from './lock-managed-user.ts'
import {
  setManagedUserActive,
  createManagedUser,
  editManagedUser,
  deleteManagedUser,
  type UserEdit,
} from './edit-users.ts'
import {
  resetPasswordOf,
  generateResetCodeFor,
  verifyEmailOf,
  disableMfaOf,
  endSessionOf,
  endSessionsOf,
  sessionsOf,
} from './managed-credentials.ts'
import { changePermissionsOf, effectivePermissionsOf } from './direct-permissions.ts'

export type UserManagementService = {
  readonly list: (filter: UserListFilter, page: PageRequest) => Promise<PageOf<ManagedUser>>
  readonly get: (id: number) => Promise<ManagedUser>
  readonly create: (caller: Caller, body: UserCreate) => Promise<ManagedUser>
  readonly change: (caller: Caller, edit: UserEdit) => Promise<ManagedUser>
  /** What the user created stays, with the username as text. */
  readonly remove: (caller: Caller, id: number) => Promise<null>
  /** Sets a password, or removes the old one and mails a link. Either way all sessions end. */
  readonly resetPassword: (caller: Caller, id: number, newPassword: string | undefined) => Promise<void>
  readonly generateResetCode: (caller: Caller, id: number) => Promise<ResetCode>
  readonly verifyEmail: (caller: Caller, id: number) => Promise<ManagedUser>
  readonly disableMfa: (caller: Caller, id: number) => Promise<ManagedUser>
  /** Open sessions, those used last first. */
  readonly sessions: (caller: Caller, id: number) => Promise<OpenSession[]>
  /** A session of another user, or one that has ended, does not exist. */
  readonly endSession: (caller: Caller, which: { readonly id: number; readonly session: string }) => Promise<null>
  readonly endSessions: (caller: Caller, id: number) => Promise<null>
  readonly activate: (caller: Caller, id: number) => Promise<ManagedUser>
  readonly deactivate: (caller: Caller, id: number) => Promise<ManagedUser>
  readonly addPermissions: (caller: Caller, id: number, names: readonly string[]) => Promise<ManagedUser>
  readonly removePermissions: (caller: Caller, id: number, names: readonly string[]) => Promise<ManagedUser>
  readonly effectivePermissions: (id: number) => Promise<EffectivePermissions>
}

/** Changes by administrators to other accounts. Only superusers manage superusers. */
export function createUserManagementService(parts: ManagementParts): UserManagementService {
  return {
    list: (filter, page) => listManagedUsers(parts, filter, page),
    get: (id) => findManagedUser(parts, id),
    create: (caller, body) => createManagedUser(parts, caller, body),
    change: (caller, edit) => editManagedUser(parts, caller, edit),
    remove: (caller, id) => deleteManagedUser(parts, caller, id),
    resetPassword: (caller, id, newPassword) => resetPasswordOf(parts, caller, id, newPassword),
    generateResetCode: (caller, id) => generateResetCodeFor(parts, caller, id),
    verifyEmail: (caller, id) => verifyEmailOf(parts, caller, id),
    disableMfa: (caller, id) => disableMfaOf(parts, caller, id),
    sessions: (caller, id) => sessionsOf(parts, caller, id),
    endSession: (caller, which) => endSessionOf(parts, caller, which),
    endSessions: (caller, id) => endSessionsOf(parts, caller, id),
    activate: (caller, id) => setManagedUserActive(parts, caller, id, true),
    deactivate: (caller, id) => setManagedUserActive(parts, caller, id, false),
    addPermissions: (caller, id, names) => changePermissionsOf(parts, caller, id, { names, way: 'add' }),
    removePermissions: (caller, id, names) => changePermissionsOf(parts, caller, id, { names, way: 'remove' }),
    effectivePermissions: (id) => effectivePermissionsOf(parts, id),
  }
}

async function listManagedUsers(
  parts: ManagementParts,
  filter: UserListFilter,
  page: PageRequest,
): Promise<PageOf<ManagedUser>> {
  const { users } = parts
  const { count, items } = await users.list(filter, page)
  return { count, items: await presentManaged(parts, items) }
}
