import { heatmapBounds, heatmapDays } from '@heddle/domain/snapshot/heatmap.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { DAY } from '../../../kernel/durations.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { NotFound } from '../../../kernel/errors.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { Archive, RowRange } from '../../archive/index.ts'
import type { SchedulesService } from '../../schedules/index.ts'
import type { SnapshotReading } from '../snapshots.reading.ts'
import { findChanges } from './find-changes.ts'
import { listCaptures } from './history.store.ts'
import { createDnSearch } from './search-dns.ts'
import { retryWhenGone } from './retry-when-gone.ts'

type Dependencies = {
  readonly database: Database
  readonly reading: SnapshotReading
  readonly archive: Archive
  readonly queries: Pick<SavedQueriesService, 'find'>
  readonly schedules: Pick<SchedulesService, 'missedCaptures'>
  readonly clock: Clock
}

export type TimelineOrder = {
  readonly savedQuery: string
  readonly connection: string | undefined
  readonly dn: string
  readonly controller: string | undefined
  readonly from: Date | undefined
  readonly to: Date | undefined
  readonly limit: number
}
type OfQuery = { readonly savedQuery: string; readonly connection: string | undefined }
type ChangesOrder = OfQuery & {
  readonly dn: string
  readonly controller: string | undefined
  readonly attribute: string
}

/** More captures of a query on a connection than any policy keeps. */
const ALL = 1_000_000

/** Views over all snapshots of a query. An unknown query is a 404. */
export function createHistoryService({ database, reading, archive, queries, schedules, clock }: Dependencies) {
  const searchDns = createDnSearch(archive)

  async function requireQuery(id: string): Promise<void> {
    if (!(await queries.find(id))) throw new NotFound('This saved query does not exist.')
  }

  return {
    /** An object in the newest captures of a range, oldest first. */
    timeline: async ({ savedQuery, dn, controller, limit, ...range }: TimelineOrder) => {
      await requireQuery(savedQuery)
      return retryWhenGone(async () => {
        const snapshots = (await reading.snapshotsOf(savedQuery, { ...range, limit })).reverse()
        const rows = await archive.find(snapshots, dn, controller)
        return snapshots.map(({ id, capturedAt }) => ({
          snapshotId: id,
          executedAt: capturedAt,
          attributes: rows.get(id),
        }))
      })
    },

    /** Every day of a window that ends today, in the time zone of the caller. */
    heatmap: async (caller: Caller, { savedQuery, connection, days }: OfQuery & { readonly days: number }) => {
      await requireQuery(savedQuery)
      const now = clock.now()
      // One extra day allows for clock changes.
      const since = new Date(now.getTime() - (days + 1) * DAY)
      const captures = (await listCaptures(database.db, { savedQuery, connection, since })).map(
        ({ changes, ...capture }) => ({
          ...capture,
          changes,
          previousRowCount: changes && changes.removed + changes.changed + changes.unchanged,
        }),
      )
      const shown = { window: days, zone: caller.timezone, now }
      const missed = await schedules.missedCaptures({
        savedQuery,
        connection,
        days: heatmapBounds(shown),
        capturesByDefault: async (ownerId) => (await reading.settingsOf(ownerId)).autoCaptureEnabled,
      })
      return heatmapDays({ captures, missed, ...shown })
    },

    /** The DNs of the newest snapshot that contain the text, ignoring case. */
    dns: async (savedQuery: string, text: string, limit: number) => {
      await requireQuery(savedQuery)
      return retryWhenGone(async () => {
        const newest = await archive.newest(savedQuery)
        return newest ? searchDns(newest, text, limit) : { dns: [], total: 0 }
      })
    },

    /**
     * When an attribute changed, over all captures on one connection: the given one, else that of the newest snapshot.
     */
    changes: async ({ savedQuery, connection, dn, controller, attribute }: ChangesOrder) => {
      await requireQuery(savedQuery)
      return retryWhenGone(async () => {
        const newest = await archive.newest(savedQuery, connection)
        if (!newest) return []
        const snapshots = await reading.snapshotsOf(savedQuery, {
          connection: newest.controllerConnectionId,
          limit: ALL,
        })
        return findChanges(snapshots.reverse(), dn, attribute, (some, wanted) => archive.find(some, wanted, controller))
      })
    },

    /** The newest snapshot at or before an instant. */
    at: async ({ savedQuery, connection, at }: OfQuery & { readonly at: Date }) => {
      await requireQuery(savedQuery)
      const snapshot = await archive.newest(savedQuery, connection, at)
      if (!snapshot) throw new NotFound(`No snapshot of this query was captured by ${timestamp(at)}.`)
      return { snapshot, rows: (range?: RowRange) => archive.rows(snapshot, range) }
    },
  }
}

export type HistoryService = ReturnType<typeof createHistoryService>
