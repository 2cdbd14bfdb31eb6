import { defineFeature } from '../../platform/feature.ts'
import { createArchive } from './archive.ts'

export type { Archive } from './archive.ts'
export { type Captured, type Difference, type DnEntry, type OnCommit, type RowDifference, SnapshotGone } from './archive-types.ts'
export { lockLineage } from './lineages.store.ts'
export type { RowRange } from './read-rows.ts'
export {
  type CapturedQuery,
  findSnapshot,
  findSnapshots,
  listCapturedQueries,
  listSnapshots,
  type NamedSnapshot,
  type SnapshotFilter,
  updateSnapshot,
} from './snapshots.store.ts'
export { type SnapshotRow, snapshots } from './snapshots.tables.ts'

export const archiveFeature = defineFeature({
  name: 'archive',
  needs: {},
  create: ({ database, clock, logger }) => createArchive({ database, clock, logger }),
  upkeep: (archive) => [{ name: 'sweep-snapshots', cron: '55 * * * *', work: archive.sweep }],
  close: (archive) => archive.close(),
})
