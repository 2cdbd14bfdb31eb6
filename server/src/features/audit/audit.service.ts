import type { Logger } from 'pino'
import type { AuditSettingsPatch, AuditStats, AuditWindow } from '@heddle/contract/audit.ts'
import { type AuditSettings } from '@heddle/domain/audit/audit-settings.ts'
import { AUDIT_CATEGORIES } from '@heddle/domain/audit/categories.ts'
import { settingsBelowFloor } from '@heddle/domain/audit/floor.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import { Forbidden, orNotFound } from '../../kernel/errors.ts'
import type { PageRequest, CountedPage } from '../../kernel/paging.ts'
import type { Events } from '../../platform/events/events.ts'
import {
  type AuditEntryRow,
  findEntry,
  listEntries,
  type ListedEntry,
  type LogFilter,
  newestEntryId,
  walkEntries,
} from './audit-log.store.ts'
import type { Audit } from './audit-recorder.ts'
import { auditFloorLowered } from './audit.events.ts'
import { AUDIT_SETTINGS, deleteOldEntries, deleteOldLoginAttempts } from './audit-retention.store.ts'
import { searchEntries, searchPage } from './audit-search.ts'
import { lockAuditSettings, readAuditSettings, writeAuditSettings } from './audit-settings.store.ts'
import { countActors, countByCategory, countFailedLogins } from './audit-stats.store.ts'
import { listLoginAttempts, type LoginAttemptFilter } from './login-attempts.store.ts'
import { patchSettings, settingsChanges } from './settings-changes.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
import type { Place } from '../../platform/sql/walk-order.ts'

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly audit: Audit
  readonly logger: Logger
}

export type AuditService = ReturnType<typeof createAuditService>

/** The maximum number of entries in an export. */
export const EXPORT_ROWS = 10_000
/** How long changes of the settings are kept at least. */
export const SETTINGS_CHANGES_DAYS = 365
const EXPORT_BATCH = 1_000
const DELETE_BATCH = 1_000
const WINDOW_MS: Readonly<Record<AuditWindow, number>> = { '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY }

export function createAuditService({ database, events, clock, audit, logger }: Dependencies) {
  const { db } = database

  /** Reads batch after batch, without holding a transaction open for slow readers. */
  async function* walkOn(filter: LogFilter, newestId: number): AsyncGenerator<readonly ListedEntry[]> {
    for (let place: Place | undefined; ;) {
      const batch = await walkEntries(db, filter, { place, newestId }, EXPORT_BATCH)
      yield batch
      const last = batch.at(-1)
      if (last === undefined || batch.length < EXPORT_BATCH) return
      place = { time: last.createdAt, id: last.id }
    }
  }

  async function* exportBatches(filter: LogFilter, newestId: number): AsyncGenerator<readonly ListedEntry[]> {
    let left = EXPORT_ROWS
    for await (const batch of filter.search === undefined
      ? walkOn(filter, newestId)
      : searchEntries(database, filter, { newestId }, EXPORT_BATCH)) {
      yield batch.slice(0, left)
      left -= batch.length
      if (left <= 0) return
    }
  }

  return {
    list: (filter: LogFilter, page: PageRequest): Promise<CountedPage<ListedEntry>> =>
      filter.search === undefined ? listEntries(db, filter, page) : searchPage(database, filter, page),

    get: async (id: number): Promise<AuditEntryRow> => orNotFound(await findEntry(db, id)),

    listLoginAttempts: (filter: LoginAttemptFilter, page: PageRequest) => listLoginAttempts(db, filter, page),

    stats: async (window: AuditWindow): Promise<AuditStats> => {
      const since = new Date(clock.now().getTime() - WINDOW_MS[window])
      const byCategory = await countByCategory(db, since)
      return {
        window,
        total: Object.values(byCategory).reduce((sum, entries) => sum + entries, 0),
        by_category: byCategory,
        failed_logins: await countFailedLogins(db, since),
        unique_actors: await countActors(db, since),
      }
    },

    /** Writes its own audit entry first; the file contains only earlier entries. */
    export: async (filter: LogFilter, requested: Readonly<Record<string, string | undefined>>) => {
      const newestId = await newestEntryId(db)
      await database.transaction((tx) =>
        audit.record(tx, {
          action: 'audit_export',
          description: 'The audit log was exported',
          target: { type: 'audit_log', id: 'export' },
          metadata: { filters: requested, max_rows: EXPORT_ROWS },
        }),
      )
      return {
        name: `audit-log-${clock
          .now()
          .toISOString()
          .replaceAll(/[-:]|\.\d+/g, '')}.csv`,
        batches: exportBatches(filter, newestId ?? 0),
      }
    },

    settings: (): Promise<AuditSettings> => readAuditSettings(db),

    changeSettings: (
      caller: Pick<Caller, 'username' | 'isSuperuser'>,
      patch: AuditSettingsPatch,
    ): Promise<AuditSettings> =>
      database.transaction(async (tx) => {
        const before = await lockAuditSettings(tx)
        const after = patchSettings(before, patch)
        const changes = settingsChanges(before, after)
        const lowered = settingsBelowFloor(changes.after)
        if (lowered.length > 0 && !caller.isSuperuser)
          throw new Forbidden(`Only a superuser may lower ${lowered.join(', ')} that far.`)
        await audit.record(tx, {
          action: 'settings_change',
          description: `The audit settings were changed: ${Object.keys(changes.after).join(', ') || 'nothing'}`,
          target: AUDIT_SETTINGS,
          metadata: changes,
          // Enabling the group of these entries leaves a first one.
          always: lowered.length > 0 || after.groups.settings,
        })
        await writeAuditSettings(tx, after)
        if (lowered.length > 0) {
          const settings = Object.fromEntries(lowered.map((name) => [name, changes.after[name]!]))
          await events.raise(tx, auditFloorLowered, { username: caller.username, settings })
        }
        return after
      }),

    /**
     * Deletes what is older than its category's retention; login attempts are kept as long as `authentication` entries,
     * changes of these settings for a year at least.
     */
    deleteExpired: async (): Promise<number> => {
      const { retention_days: days } = await readAuditSettings(db)
      const now = clock.now().getTime()
      const before = (category: keyof typeof days) => new Date(now - days[category] * DAY)
      let deleted = await deleteInBatches(DELETE_BATCH, (limit) =>
        deleteOldLoginAttempts(db, before('authentication'), limit),
      )
      const settingsBefore = new Date(now - SETTINGS_CHANGES_DAYS * DAY)
      for (const category of AUDIT_CATEGORIES) {
        const expiry = { before: before(category), settingsBefore }
        deleted += await deleteInBatches(DELETE_BATCH, (limit) => deleteOldEntries(db, category, expiry, limit))
      }
      if (deleted > 0) logger.info({ deleted }, 'deleted expired audit entries and login attempts')
      return deleted
    },
  }
}
