import type { Wire } from '../../../lib/api/wire.ts'

type Group = Pick<Wire.GroupReply, 'id' | 'permissions' | 'role_template'>
type Member = Pick<Wire.ManagedUser, 'username' | 'groups' | 'permissions' | 'is_superuser'>
export type Loss = { readonly username: string; readonly lost: readonly string[] }

/**
 * Who of the members would lose which of these permissions if the group no longer gave them: those who have them
 * neither directly nor from another group, and are no superusers, who may do everything.
 */
export function lossesOf(
  group: Group,
  taken: readonly string[],
  { members, groups }: { readonly members: readonly Member[]; readonly groups: readonly Group[] },
): readonly Loss[] {
  return members
    .filter((member) => !member.is_superuser)
    .map((member) => {
      const others = otherGroups(group, member, groups)
      const kept = new Set([...member.permissions, ...others.flatMap(({ permissions }) => permissions)])
      return {
        username: member.username,
        lost: taken.filter((one) => group.permissions.includes(one) && !kept.has(one)),
      }
    })
    .filter(({ lost }) => lost.length > 0)
}

/** Who of the members is an administrator through this group alone. */
export function administratorsThrough(
  group: Group,
  { members, groups }: { readonly members: readonly Member[]; readonly groups: readonly Group[] },
): readonly string[] {
  if (group.role_template !== 'administrator') return []
  return members
    .filter((member) => !member.is_superuser)
    .filter((member) => otherGroups(group, member, groups).every((one) => one.role_template !== 'administrator'))
    .map(({ username }) => username)
}

const otherGroups = (group: Group, member: Member, groups: readonly Group[]): readonly Group[] =>
  groups.filter(({ id }) => id !== group.id && member.groups.includes(id))
