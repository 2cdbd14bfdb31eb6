import type { Logger } from 'pino'
import type { Static } from 'typebox'
import { type Cleanup, RETENTION_POLICIES } from '@heddle/contract/history.ts'
import { chooseExpired } from '@heddle/domain/snapshot/retention.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Audit } from '../audit/index.ts'
import { type SnapshotArchive, lockLineage } from '../archive/index.ts'
import { findCleanupCandidates, findLineagesWithExpired, type CleanupCandidate } from './cleanup.store.ts'

type Dependencies = {
  readonly database: Database
  readonly archive: SnapshotArchive
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
}
type Total = Static<typeof Cleanup>
type Cleared = { readonly gone: readonly CleanupCandidate[]; readonly bytes: number }

/** Their ids are parameters of a single statement. The rest is deleted the next day. */
const MOST_OF_A_LINEAGE = 20_000
const RETRIES = 3
const ALL_USERS = null

/** Deletes expired snapshots, lineage by lineage, so that a capture waits for at most one of them. */
export function createCleanup({ database, archive, audit, clock, logger }: Dependencies) {
  /** The snapshots of a lineage that may be deleted now, limited to those of the owner if there is one. */
  async function choose(db: Executor, lineageId: string, owner: number | null): Promise<CleanupCandidate[]> {
    const all = await findCleanupCandidates(db, lineageId)
    const [expired, expiredBetweenEnds] = [false, true].map(
      (keepFirstAndLast) => new Set(chooseExpired(all, clock.now(), { keepFirstAndLast })),
    )
    const mayGo = ({ id, keepsFirstAndLast }: CleanupCandidate) =>
      (keepsFirstAndLast ? expiredBetweenEnds : expired)!.has(id)
    return all.filter((one) => mayGo(one) && (owner === null || one.capturedById === owner)).slice(0, MOST_OF_A_LINEAGE)
  }

  async function look(lineageId: string, owner: number | null): Promise<Cleared> {
    const gone = await choose(database.db, lineageId, owner)
    return { gone, bytes: gone.length === 0 ? 0 : await archive.bytesReclaimable(idsOf(gone)) }
  }

  /** Chosen under the lock, so that two clean-ups at once count nothing twice. */
  const clear = (lineageId: string, owner: number | null): Promise<Cleared> =>
    database.transaction(
      async (tx) => {
        if (!(await lockLineage(tx, lineageId))) return NOTHING
        const gone = await choose(tx, lineageId, owner)
        const [first] = gone
        if (!first) return NOTHING
        const { bytesReclaimed: bytes } = await archive.remove(tx, idsOf(gone))
        await note(tx, { gone, bytes }, first.savedQueryId)
        return { gone, bytes }
      },
      { retries: RETRIES },
    )

  const note = (tx: Executor, { gone, bytes }: Cleared, savedQueryId?: string): Promise<void> =>
    audit.record(tx, {
      action: 'snapshot_cleanup',
      description: `${gone.length} expired snapshots were deleted`,
      ...(savedQueryId !== undefined && { target: { type: 'saved_query', id: savedQueryId } }),
      metadata: totalOf([{ gone, bytes }]),
      content: { snapshots: idsOf(gone) },
    })

  const ownerOf = (caller: Caller): number | null => (caller.isAdmin ? ALL_USERS : caller.id)
  const lineagesOf = (owner: number | null) => findLineagesWithExpired(database.db, clock.now(), owner)

  return {
    /** What `cleanUp` would do now. Administrators delete all expired snapshots, others only those they captured. */
    previewCleanup: async (caller: Caller): Promise<Total> => {
      const all: Cleared[] = []
      for (const lineageId of await lineagesOf(ownerOf(caller))) all.push(await look(lineageId, ownerOf(caller)))
      return totalOf(all)
    },

    /** Writes one audit entry per saved query and connection, or a single one if there was nothing to delete. */
    cleanUp: async (caller: Caller): Promise<Total> => {
      const all: Cleared[] = []
      for (const lineageId of await lineagesOf(ownerOf(caller))) all.push(await clear(lineageId, ownerOf(caller)))
      const total = totalOf(all)
      if (all.every(({ gone }) => gone.length === 0)) await note(database.db, NOTHING)
      return total
    },

    /** The daily run over all users. A lineage that fails does not stop the others. */
    cleanUpAll: async (): Promise<void> => {
      for (const lineageId of await lineagesOf(ALL_USERS)) {
        try {
          const { gone, bytes } = await clear(lineageId, ALL_USERS)
          if (gone.length > 0)
            logger.info({ lineage: lineageId, snapshots: gone.length, bytes }, 'deleted expired snapshots')
        } catch (error) {
          logger.error({ err: error, lineage: lineageId }, 'could not delete expired snapshots')
        }
      }
    },
  }
}

const NOTHING: Cleared = { gone: [], bytes: 0 }

const idsOf = (gone: readonly CleanupCandidate[]): string[] => gone.map(({ id }) => id)

function totalOf(all: readonly Cleared[]): Total {
  const gone = all.flatMap((one) => one.gone)
  const counts = RETENTION_POLICIES.map((policy) => [policy, gone.filter((one) => one.policy === policy).length])
  return {
    will_delete: Object.fromEntries(counts) as Total['will_delete'],
    total_bytes_reclaimed: all.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
