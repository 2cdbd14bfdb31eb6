import { canonicalDn } from './distinguished-name.ts'

/** Maps a directory group's DN to local group names, from LDAP_GROUP_MAP. */
export type GroupMap = ReadonlyMap<string, readonly string[]>

/** Local groups of a member of these directory groups, without duplicates. */
export function mappedGroups(groupDns: readonly string[], map: GroupMap): string[] {
  const held = new Set(groupDns.map(canonicalDn))
  const names = [...map].filter(([dn]) => held.has(canonicalDn(dn))).flatMap(([, groups]) => groups)
  return [...new Set(names)]
}

/** Every local group that the directory manages. */
export const managedGroups = (map: GroupMap): string[] => [...new Set([...map.values()].flat())]
