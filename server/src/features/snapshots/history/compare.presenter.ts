import type { Readable } from 'node:stream'
import type { SnapshotComparison } from './compare.service.ts'
import { describeMatch } from './compare-rules.ts'
import { jsonWithLists, linesOf } from './json-lists.ts'

/** Up to tens of thousands of rows, serialized in batches. */
export function presentComparison({
  before,
  after,
  execution,
  rules,
  counts,
  truncated,
  ...lists
}: SnapshotComparison): Readable {
  const head = {
    snapshot_a: before,
    snapshot_b: after,
    execution,
    ...describeMatch(rules),
    ignored_fields: rules.ignoreFields,
    summary: counts,
    truncated,
  }
  const { added, removed, changed } = lists
  return jsonWithLists(head, { added: linesOf(added), removed: linesOf(removed), changed: linesOf(changed) })
}
