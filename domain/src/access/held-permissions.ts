import { ADMINISTRATOR_PERMISSIONS, PERSONAL_PERMISSIONS } from './permissions.ts'

/** A user with the groups they belong to. */
export type PermissionHolder = {
  readonly user: {
    readonly isSuperuser: boolean
    readonly permissions: readonly string[]
    /** `service` is the account of a program. */
    readonly authSource: string
  }
  readonly groups: readonly { readonly role: string | null; readonly permissions: readonly string[] }[]
}

/** Superusers, and members of a group created from the administrator template. */
export const isAdmin = ({ user, groups }: PermissionHolder): boolean =>
  user.isSuperuser || groups.some(({ role }) => role === 'administrator')

/** Permissions granted directly and through groups; superusers need none. */
export function permissionsHeld(holder: PermissionHolder): ReadonlySet<string> {
  const { user, groups } = holder
  const granted = new Set([...user.permissions, ...groups.flatMap(({ permissions }) => permissions)])
  if (!isAdmin(holder)) for (const permission of ADMINISTRATOR_PERMISSIONS) granted.delete(permission)
  if (user.authSource === 'service') for (const permission of PERSONAL_PERMISSIONS) granted.delete(permission)
  return granted
}
