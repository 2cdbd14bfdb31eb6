export { type Archive, createArchive } from './archive.ts'
export { type Captured, type Difference, type DnEntry, type OnCommit, SnapshotGone } from './archive-types.ts'
export { lockLineage } from './lineages.store.ts'
export type { RowRange } from './read-rows.ts'
export {
  type CapturedQuery,
  findSnapshot,
  findSnapshots,
  listCapturedQueries,
  listSnapshots,
  type SnapshotFilter,
  updateSnapshot,
} from './snapshots.store.ts'
export { type SnapshotRow, snapshots } from './snapshots.tables.ts'
