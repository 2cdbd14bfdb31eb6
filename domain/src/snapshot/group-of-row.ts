import type { ROW_GROUPINGS } from '@heddle/contract/snapshot-groups.ts'
import { parentDn, splitDn } from '../dn/dn.ts'

/** What rows of a comparison can have in common. */
export type RowGrouping = (typeof ROW_GROUPINGS)[number]

/** The tenant or the node of an object, or what its DN begins with; empty where there is none. */
export function placeOfDn(dn: string): string {
  const rns = splitDn(dn) ?? []
  const place = rns[0] === 'topology' ? rns.slice(1, 3).join('/') : rns[0] === 'uni' ? rns[1] : rns[0]
  return rns.length < 2 || place === undefined ? '' : place
}

/** The object above; empty where the text is no DN. */
export const aboveDn = (dn: string): string => (splitDn(dn) === undefined ? '' : parentDn(dn))

/** The groups that rows with these DNs are in. */
export function groupsOf(
  rows: Iterable<{ readonly dn: string; readonly className: string }>,
  by: RowGrouping,
): Set<string> {
  const groups = new Set<string>()
  for (const { dn, className } of rows) {
    groups.add(by === 'class' ? className : by === 'place' ? placeOfDn(dn) : aboveDn(dn))
  }
  return groups
}
