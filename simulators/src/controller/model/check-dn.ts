import { problems } from '../problem/controller-problem.ts'
import { splitDn } from './dn.ts'
import type { ObjectStore } from './object-store.ts'
import { ROOT_PREFIXES, UNIVERSE_PREFIXES } from './rn-prefixes.ts'

/** Returns the DN, or refuses it for unbalanced brackets, empty parts, or a prefix that is impossible in its place. */
export function checkDn(dn: string, store: ObjectStore): string {
  if (store.place(dn)) return dn
  const parts = splitDn(dn)
  if (!parts) throw problems.badDn(dn, dn.slice(dn.lastIndexOf('/') + 1), dn.lastIndexOf('/') + 1)
  let position = 0
  for (const [level, rn] of parts.entries()) {
    if (!isPlausible(rn, level, parts)) throw problems.badDn(dn, rn, position)
    position += rn.length + 1
  }
  return dn
}

/** Below the first two levels any well-formed name passes: the table does not cover the whole model. */
function isPlausible(rn: string, level: number, parts: readonly string[]): boolean {
  if (!/^[A-Za-z]\w*(-.*)?$/s.test(rn)) return false
  if (level === 0) return startsWithOne(ROOT_PREFIXES, rn)
  return level > 1 || parts[0] !== 'uni' || startsWithOne(UNIVERSE_PREFIXES, rn)
}

/** A prefix ending in a dash is followed by a value; others are whole names. */
function startsWithOne(prefixes: ReadonlySet<string>, rn: string): boolean {
  return prefixes.has(rn) || [...prefixes].some((prefix) => prefix.endsWith('-') && rn.startsWith(prefix))
}
