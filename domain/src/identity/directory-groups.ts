import { canonicalDn } from './distinguished-name.ts'

/** Group DN of the directory to names of groups here, as LDAP_GROUP_MAP says. */
export type GroupMap = ReadonlyMap<string, readonly string[]>

/** Names of the groups that a member of these directory groups belongs to, each once. */
export function mappedGroups(groupDns: readonly string[], map: GroupMap): string[] {
  const held = new Set(groupDns.map(canonicalDn))
  const names = [...map].filter(([dn]) => held.has(canonicalDn(dn))).flatMap(([, groups]) => groups)
  return [...new Set(names)]
}

/** Every group that the directory decides about. */
export const managedGroups = (map: GroupMap): string[] => [...new Set([...map.values()].flat())]
