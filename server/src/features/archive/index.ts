import { defineFeature } from '../../platform/feature.ts'
import { createArchive } from './archive.ts'
import { requireStorage } from './packs/stored-packs.ts'

export type { SnapshotArchive } from './archive.ts'
export {
  type Captured,
  type ComparedSnapshots,
  type Difference,
  type DnEntry,
  type OnCommit,
  type RowDifference,
  SnapshotGone,
} from './archive-types.ts'
export { retryWhenGone } from './retry-when-gone.ts'
export { lockLineage } from './lineages.store.ts'
export type { RowRange } from './read-rows.ts'
export {
  type CapturedQuery,
  findSnapshot,
  findSnapshots,
  listCapturedQueries,
  listSnapshots,
  type NamedSnapshot,
  newestOfQueries,
  type SnapshotFilter,
  updateSnapshot,
} from './snapshots.store.ts'
export { type SnapshotRow, snapshots } from './snapshots.tables.ts'

export type { StoredPack } from './packs/stored-packs.ts'

export const archiveFeature = defineFeature({
  name: 'archive',
  needs: {},
  create: ({ database, clock, logger, rows, memory, objectStorage: storage }) =>
    createArchive({ database, clock, logger, rows, memory, storage }),
  // Without the files, the snapshots in them could not be read, and nobody would notice before.
  prepare: (_, { database, objectStorage }) => requireStorage(database.db, objectStorage),
  upkeep: (archive) => [
    { name: 'sweep-snapshots', cron: '55 * * * *', work: archive.sweep },
    { name: 'move-earlier-chunks', cron: '*/5 * * * *', work: archive.moveEarlierChunks },
  ],
  close: (archive) => archive.close(),
})
