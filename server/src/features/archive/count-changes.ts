import type { SnapshotChanges } from '@heddle/contract/history.ts'
import type { DiffRules } from '@heddle/domain/snapshot/diff-rules.ts'
import type { PresentedChange } from '@heddle/domain/snapshot/diff-rows.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import type { ArchiveContext, StoredRows } from './archive-types.ts'
import { readCompared } from './compare.ts'
import { compareSides, cancelEqualChunks } from './compare-sides.ts'
import { entriesIn, storedPiecesOf } from './load-sides.ts'
import { loadManifest } from './load-manifest.ts'
import { sourceOf } from './read-chunks.ts'

const SHOWN_ROWS = 10

export type CountedChanges = { readonly counts: SnapshotChanges; readonly changedRows: readonly PresentedChange[] }

/** Counts what changed since the previous snapshot and returns the first changed rows for a notification. */
export async function countChanges(
  parts: ArchiveContext,
  previous: SnapshotRow,
  { entries, totals }: StoredRows,
  rules: DiffRules,
): Promise<CountedChanges> {
  if (previous.versionHash === totals.versionHash) {
    return { counts: { added: 0, removed: 0, changed: 0, unchanged: totals.rowCount }, changedRows: [] }
  }
  const source = sourceOf(parts)
  const sides = cancelEqualChunks(
    storedPiecesOf(await loadManifest(source, previous), previous.lineageId),
    entriesIn(entries, previous.lineageId),
    ({ id }) => id,
  )
  const { counts, changed } = await readCompared(await compareSides(source, parts.threads, sides, rules, SHOWN_ROWS))
  return { counts, changedRows: changed }
}
