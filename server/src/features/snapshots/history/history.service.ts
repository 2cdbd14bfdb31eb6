import { heatmapBounds, type HeatmapDay, heatmapDays } from '@heddle/domain/snapshot/heatmap.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { DAY } from '../../../kernel/durations.ts'
import { laneOf } from '../../../kernel/lane.ts'
import type { RowReader } from '../../../platform/rows/row-reader.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { NotFound } from '../../../kernel/errors.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import { retryWhenGone, type SnapshotArchive, type RowRange, type SnapshotRow } from '../../archive/index.ts'
import type { SchedulesService } from '../../schedules/index.ts'
import type { SnapshotReading } from '../snapshots.reading.ts'
import { type AttributeChange, findChanges } from './find-changes.ts'
import type { Blame } from '@heddle/domain/snapshot/blame.ts'
import { blamePoints } from '../blame/blame-points.ts'
import { listCaptures } from './history.store.ts'
import { createDnSearch, type FoundDns } from './search-dns.ts'

type Dependencies = {
  readonly database: Database
  readonly reading: SnapshotReading
  readonly archive: SnapshotArchive
  readonly rows: Pick<RowReader, 'bytes'>
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
  readonly blame?: boolean | undefined
}
type OfQuery = { readonly savedQuery: string; readonly connection: string | undefined }
type ChangesOrder = OfQuery & {
  readonly dn: string
  readonly controller: string | undefined
  readonly attribute: string
}

type TimelineEntry = {
  readonly snapshotId: string
  readonly executedAt: Date
  /** Undefined where the snapshot has no such object. */
  readonly attributes: Row | undefined
  /** Where it differs from the point before, if it was asked for: by kept records only. */
  readonly blame?: Blame | null
}
type SnapshotAt = {
  readonly snapshot: SnapshotRow
  /** As lines of JSON. */
  readonly bytes: (range?: RowRange) => AsyncIterable<Buffer>
}

export type HistoryService = {
  /** An object in the newest captures of a range, oldest first. */
  readonly timeline: (order: TimelineOrder) => Promise<TimelineEntry[]>
  /** Every day of a window that ends today, in the time zone of the caller. */
  readonly heatmap: (caller: Caller, order: OfQuery & { readonly days: number }) => Promise<HeatmapDay[]>
  /** The DNs of the newest snapshot that contain the text, ignoring case. */
  readonly dns: (savedQuery: string, text: string, limit: number) => Promise<FoundDns>
  /** When an attribute changed, over all captures on one connection: the given one, or the newest snapshot's. */
  readonly changes: (order: ChangesOrder) => Promise<AttributeChange[]>
  /** The newest snapshot at or before an instant. */
  readonly at: (caller: Caller, order: OfQuery & { readonly at: Date }) => Promise<SnapshotAt>
}

/** More captures of a query on a connection than any policy keeps. */
const ALL = 1_000_000

/** Views over all snapshots of a query. An unknown query is a 404. */
export function createHistoryService({
  database,
  reading,
  archive,
  rows,
  queries,
  schedules,
  clock,
}: Dependencies): HistoryService {
  const searchDns = createDnSearch(archive)

  async function requireQuery(id: string): Promise<void> {
    if (!(await queries.find(id))) throw new NotFound('This saved query does not exist.')
  }

  return {
    timeline: async ({ savedQuery, dn, controller, limit, blame, ...range }) => {
      await requireQuery(savedQuery)
      return retryWhenGone(async () => {
        const snapshots = (await reading.snapshotsOf(savedQuery, { ...range, limit })).reverse()
        const rows = await archive.find(snapshots, dn, controller)
        const points = snapshots.map((one) => pointOf(one, rows.get(one.id)))
        return blame ? blamePoints(database.db, points, dn) : points
      })
    },

    heatmap: async (caller, { savedQuery, connection, days }) => {
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

    dns: async (savedQuery, text, limit) => {
      await requireQuery(savedQuery)
      return retryWhenGone(async () => {
        const newest = await archive.newest(savedQuery)
        return newest ? searchDns(newest, text, limit) : { dns: [], total: 0 }
      })
    },

    changes: async ({ savedQuery, connection, dn, controller, attribute }) => {
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

    at: async (caller, { savedQuery, connection, at }) => {
      await requireQuery(savedQuery)
      const snapshot = await archive.newest(savedQuery, connection, at)
      if (!snapshot) throw new NotFound(`No snapshot of this query was captured by ${timestamp(at)}.`)
      return { snapshot, bytes: (range) => rows.bytes(archive.chunks(snapshot, range), { lane: laneOf(caller) }) }
    },
  }
}

const pointOf = ({ id, capturedAt }: SnapshotRow, attributes: Row | undefined): TimelineEntry => ({
  snapshotId: id,
  executedAt: capturedAt,
  attributes,
})
