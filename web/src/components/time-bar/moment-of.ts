import type { Wire } from '../../lib/api/wire.ts'
import type { Moment } from './moments.ts'

type Captured = Pick<
  Wire.SnapshotItem,
  'id' | 'captured_at' | 'captured_by' | 'annotation' | 'changes' | 'row_count' | 'pinned'
>

/** A capture on a time bar. */
export const momentOf = ({ id, captured_at, captured_by, annotation, changes, row_count }: Captured): Moment => ({
  id,
  at: captured_at,
  text: [captured_by, annotation].filter(Boolean).join(', '),
  change: changes === null ? undefined : scoreOf(changes, row_count),
  isMarked: annotation !== null && annotation !== '',
})

/** The part of the rows that differs, as the server counts it for a day. */
function scoreOf({ added, removed, changed, unchanged }: Wire.SnapshotChanges, rows: number): number {
  const most = Math.max(rows, removed + changed + unchanged)
  return most === 0 ? 0 : Math.min(1, (added + removed + changed) / most)
}
