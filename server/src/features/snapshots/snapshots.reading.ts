import type { Database, Executor } from '../../adapters/database/database.ts'
import { orNotFound } from '../../kernel/errors.ts'
import { readSettings, type UserSnapshotSettings } from './settings.store.ts'
import { findSnapshot, findSnapshots, type NamedSnapshot, type SnapshotRow } from '../archive/index.ts'

/** Inclusive bounds of `captured_at`. */
export type SnapshotRange = {
  readonly connection?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly limit: number
}

export type SnapshotReading = ReturnType<typeof createSnapshotReading>

/** Reads snapshots. Every user with the view permission sees all of them. */
export function createSnapshotReading({ database }: { readonly database: Database }) {
  return {
    /** Throws a 404 if there is none. */
    findSnapshot: async (id: string): Promise<NamedSnapshot> => orNotFound(await findSnapshot(database.db, id)),

    /** For ids in a request body: undefined if there is none. */
    snapshotIfAny: (id: string): Promise<SnapshotRow | undefined> => findSnapshot(database.db, id),

    /** Newest first. */
    snapshotsOf: (savedQueryId: string, { limit, ...range }: SnapshotRange): Promise<SnapshotRow[]> =>
      findSnapshots(database.db, { savedQuery: savedQueryId, ...range }, limit),

    /** The newest snapshot, or the newest one captured at or before an instant. */

    settingsOf: (userId: number, db: Executor = database.db): Promise<UserSnapshotSettings> => readSettings(db, userId),
  }
}
