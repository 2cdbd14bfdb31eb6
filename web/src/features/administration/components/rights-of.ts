import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'

type Group = Pick<Wire.GroupReply, 'id' | 'name' | 'permissions'>
type User = Pick<Wire.ManagedUser, 'groups' | 'permissions'>

/** Where each permission comes from: the groups that have it, and whether it was given to the user directly. */
export function rightsOf(
  effective: readonly string[],
  user: User,
  groups: readonly Group[],
): readonly { readonly permission: string; readonly reasons: readonly string[] }[] {
  const own = groups.filter(({ id }) => user.groups.includes(id))
  return effective.map((permission) => ({
    permission,
    reasons: [
      ...own.filter(({ permissions }) => permissions.includes(permission)).map(({ name }) => name),
      ...(user.permissions.includes(permission) ? [words.direct] : []),
    ],
  }))
}
