import { compareDn } from '../dn/dn.ts'
import type { Match } from './execute-joins.ts'

/** Whether the matches are in the order of their DNs, the first slot first. */
export function isSortedByDn(matches: readonly Match[], slots: readonly number[]): boolean {
  for (let index = 1; index < matches.length; index++)
    if (compareMatches(matches[index - 1]!, matches[index]!, slots) > 0) return false
  return true
}

/** The matches in the order of their DNs; a missing DN sorts last. */
export function sortByDn(matches: readonly Match[], slots: readonly number[]): readonly Match[] {
  return [...matches].sort((a, b) => compareMatches(a, b, slots))
}

function compareMatches(a: Match, b: Match, slots: readonly number[]): number {
  for (const slot of slots) {
    const left = a[slot]
    const right = b[slot]
    if (left === right) continue
    if (left === undefined) return 1
    if (right === undefined) return -1
    const difference = compareDn(left.dn, right.dn)
    if (difference !== 0) return difference
  }
  return 0
}
