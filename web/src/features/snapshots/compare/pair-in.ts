import type { Wire } from '../../../lib/api/wire.ts'
import { lineageOf } from '../../../resources/history.ts'
import type { CompareAddress } from './compare-search.ts'

type Captured = Pick<Wire.SnapshotItem, 'id' | 'changes' | 'controller_connection' | 'controller_connections'>

/** The two captures to compare, of captures that are newest first. */
export function pairIn(
  captures: readonly Captured[],
  { a, b }: Pick<CompareAddress, 'a' | 'b'>,
): { readonly a: string; readonly b: string } | undefined {
  const before = (after: Captured) =>
    captures.slice(captures.indexOf(after) + 1).find((one) => lineageOf(one) === lineageOf(after))
  if (a !== undefined) {
    const first = captures.find(({ id }) => id === a)
    const newest = captures.find((one) => first && lineageOf(one) === lineageOf(first))
    if (first && newest !== first) return newest && { a, b: newest.id }
    const earlier = first && before(first)
    return first && earlier && { a: earlier.id, b: a }
  }
  const hasChanges = ({ changes }: Captured) =>
    changes !== null && changes.added + changes.removed + changes.changed > 0
  const after =
    b === undefined
      ? (captures.find((one) => hasChanges(one) && before(one)) ?? captures.find((one) => before(one)))
      : captures.find(({ id }) => id === b)
  const earlier = after && before(after)
  return after && earlier && { a: earlier.id, b: after.id }
}
