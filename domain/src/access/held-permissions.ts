/** A user with the groups they belong to. */
export type PermissionHolder = {
  readonly user: { readonly isSuperuser: boolean; readonly permissions: readonly string[] }
  readonly groups: readonly { readonly role: string | null; readonly permissions: readonly string[] }[]
}

/** Superusers, and members of a group created from the administrator template. */
export const isAdmin = ({ user, groups }: PermissionHolder): boolean =>
  user.isSuperuser || groups.some(({ role }) => role === 'administrator')

/** Permissions granted directly and through groups; superusers need none. */
export const permissionsHeld = ({ user, groups }: PermissionHolder): ReadonlySet<string> =>
  new Set([...user.permissions, ...groups.flatMap(({ permissions }) => permissions)])
