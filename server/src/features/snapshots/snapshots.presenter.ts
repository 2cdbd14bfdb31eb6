import type { Static } from 'typebox'
import type { HistoryQueries, Snapshot, SnapshotItem } from '@heddle/contract/history.ts'
import { timestamp } from '../../kernel/instants.ts'
import { presentNamedConnections } from '../planning/index.ts'
import type { CapturedQuery, NamedSnapshot } from '../archive/index.ts'

export function presentSnapshotItem(row: NamedSnapshot): SnapshotItem {
  return {
    id: row.id,
    saved_query: row.savedQueryId,
    saved_query_name: row.queryName,
    ...presentNamedConnections(row),
    captured_at: timestamp(row.capturedAt),
    captured_by: row.capturedBy,
    row_count: row.rowCount,
    version_hash: row.versionHash,
    size_bytes: row.sizeBytes,
    stored_bytes: row.storedBytes,
    retention_policy: row.retentionPolicy,
    expires_at: timestamp(row.expiresAt),
    annotation: row.annotation,
    pinned: row.pinned,
    execution: row.executionId,
    changes: row.changes,
  }
}

/** Without the rows, which are streamed afterwards. */
export const presentSnapshot = (row: NamedSnapshot): Snapshot => ({
  ...presentSnapshotItem(row),
  columns: [...row.columns],
})

export const presentQueries = (queries: readonly CapturedQuery[]): Static<typeof HistoryQueries> => ({
  queries: queries.map(({ id, name, count, latest }) => ({
    id,
    name,
    snapshot_count: count,
    latest_snapshot_at: timestamp(latest),
  })),
})
