import type { Readable } from 'node:stream'
import { findBlameIn, dnOf, presentBlame, presentSource } from '../blame/blame-rows.ts'
import type { SnapshotComparison } from './compare.service.ts'
import { describeMatch } from './compare-rules.ts'
import { jsonWithLists, itemLines } from './json-lists.ts'

/** Up to tens of thousands of rows, serialized in batches. */
export function presentComparison(comparison: SnapshotComparison): Readable {
  const { before, after, execution, rules, counts, truncated, blame } = comparison
  const head = {
    snapshot_a: before,
    snapshot_b: after,
    execution,
    ...describeMatch(rules),
    ignored_fields: rules.ignoreFields,
    summary: counts,
    truncated,
    ...(blame && { blame: presentSource(blame.records) }),
  }
  const { added, removed, changed } = withBlame(comparison)
  return jsonWithLists(head, { added: itemLines(added), removed: itemLines(removed), changed: itemLines(changed) })
}

type Lists = { readonly [Change in 'added' | 'removed' | 'changed']: readonly unknown[] }

/** Each row with who changed it, if that was asked for. */
export function withBlame({
  added,
  removed,
  changed,
  blame,
}: Pick<SnapshotComparison, 'added' | 'removed' | 'changed' | 'blame'>): Lists {
  if (!blame) return { added, removed, changed }
  const find = findBlameIn(blame.records, blame)
  return {
    added: added.map((row) => ({ ...row, blame: presentBlame(find({ change: 'added', dn: dnOf(row) })) })),
    removed: removed.map((row) => ({ ...row, blame: presentBlame(find({ change: 'removed', dn: dnOf(row) })) })),
    changed: changed.map(({ row, ...change }) => ({
      ...change,
      ...(blame.withRows && { row }),
      blame: presentBlame(find({ change: 'changed', dn: dnOf(row ?? change.key) })),
    })),
  }
}
