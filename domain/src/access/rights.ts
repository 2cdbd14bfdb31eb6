import { isPermission, PERMISSIONS } from './permissions.ts'
import { isAdmin, type PermissionHolder, permissionsHeld } from './held-permissions.ts'

/** What somebody may do. Every decision about access is made from these. */
export type Rights = {
  readonly isSuperuser: boolean
  /** Superuser, or member of a group created from the administrator template. */
  readonly isAdmin: boolean
  /** Administrators and operators may change what others created in the shared workspace. */
  readonly managesWorkspace: boolean
  /** Whether what was granted to a group is open to its members, as scheduled tasks are. */
  readonly actsAsMember: boolean
  /** `app.action_model`, groups and direct grants together. Superusers need none. */
  readonly permissions: ReadonlySet<string>
}

/** What a user may do. */
export function rightsOf(member: PermissionHolder): Rights {
  const admin = isAdmin(member)
  return {
    isSuperuser: member.user.isSuperuser,
    isAdmin: admin,
    managesWorkspace: admin || member.groups.some(({ role }) => role === 'operator'),
    actsAsMember: true,
    permissions: permissionsHeld(member),
  }
}

/**
 * What an API token may do: what both its list and its owner's present rights allow. A list of permissions is never a
 * role, not even a list of all of them; a token without a list (null) may do what its owner may.
 */
export function rightsOfToken(owner: Rights, listed: readonly string[] | null): Rights {
  if (listed === null) return owner
  return {
    isSuperuser: false,
    isAdmin: false,
    managesWorkspace: false,
    actsAsMember: false,
    permissions: new Set(listed.filter((permission) => holds(owner, permission))),
  }
}

/** Why a user may not give these permissions to a token; one message for each that is unknown or not held. */
export function permissionFaults(owner: Rights, listed: readonly string[]): string[] {
  return [...new Set(listed)].flatMap((permission) => {
    if (!isPermission(permission)) return [`Permission "${permission}" does not exist.`]
    return holds(owner, permission) ? [] : [`You do not hold the permission "${permission}".`]
  })
}

/** What somebody may do, as a list: superusers may do everything. */
export const heldPermissions = ({ isSuperuser, permissions }: Rights): string[] =>
  [...(isSuperuser ? PERMISSIONS : permissions)].sort()

const holds = (owner: Rights, permission: string): boolean => owner.isSuperuser || owner.permissions.has(permission)
