import { cellOf } from '@heddle/domain/values/cells.ts'
import type { Row, Value } from '@heddle/domain/values/row.ts'
import { canonicalValue } from '@heddle/domain/snapshot/canonical-row.ts'
import type { SnapshotRow } from '../../archive/index.ts'

export type AttributeChange = {
  readonly from: SnapshotRow
  readonly to: SnapshotRow
  readonly before: Value
  readonly after: Value
}
type FindRow = (snapshots: readonly SnapshotRow[], dn: string) => Promise<ReadonlyMap<string, Row>>

const LOOKED_AT_ONCE = 100

/**
 * Every change of an attribute over snapshots in time order; an absent object or attribute is null. A binary search
 * would miss a value that changed and changed back, so every snapshot is examined: runs of equal snapshots once, and of
 * the others the archive reads each distinct chunk that may hold the DN once.
 */
export async function findChanges(
  snapshots: readonly SnapshotRow[],
  dn: string,
  attribute: string,
  find: FindRow,
): Promise<AttributeChange[]> {
  const steps = snapshots.flatMap((to, index) =>
    to.versionHash === snapshots[index - 1]?.versionHash ? [] : [{ to, from: snapshots[index - 1] }],
  )
  const values = await valuesOf(
    steps.map(({ to }) => to),
    dn,
    attribute,
    find,
  )
  return steps.flatMap(({ from, to }, index) => {
    const [before, after] = [values[index - 1] ?? null, values[index] ?? null]
    return from === undefined || canonicalValue(before) === canonicalValue(after) ? [] : [{ from, to, before, after }]
  })
}

async function valuesOf(
  snapshots: readonly SnapshotRow[],
  dn: string,
  attribute: string,
  find: FindRow,
): Promise<Value[]> {
  const values: Value[] = []
  for (let start = 0; start < snapshots.length; start += LOOKED_AT_ONCE) {
    const some = snapshots.slice(start, start + LOOKED_AT_ONCE)
    const rows = await find(some, dn)
    values.push(...some.map(({ id }) => cellOf(rows.get(id) ?? {}, attribute)))
  }
  return values
}
