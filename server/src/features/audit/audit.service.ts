import type { AuditSettingsPatch, AuditStats, AuditWindow } from '@heddle/contract/audit.ts'
import { AUDIT_CATEGORIES, type AuditCategory } from '@heddle/domain/audit/categories.ts'
import type { AuditSettings } from '@heddle/domain/audit/audit-settings.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { DAY } from '../../kernel/durations.ts'
import { orNotFound } from '../../kernel/errors.ts'
import type { PageRequest, CountedPage } from '../../kernel/paging.ts'
import { type AuditEntryRow, findEntry, listEntries, type ListedEntry, type LogFilter } from './audit-log.store.ts'
import { searchPage } from './audit-search.ts'
import { readAuditSettings } from './audit-settings.store.ts'
import { countActors, countFailedLogins, countRanges, findOldest } from './audit-stats.store.ts'
import { listLoginAttempts, type LoginAttemptFilter, type LoginAttemptRow } from './login-attempts.store.ts'
import type { AuditParts } from './audit-parts.ts'
import { ClosedDays } from './closed-days.ts'
import { type AuditExport, exportAuditLog } from './export-audit-log.ts'
import { type AuditSettingsChange, changeAuditSettings, writeSettings } from './change-audit-settings.ts'
import { deleteExpiredEntries, type UnsentHold } from './delete-expired-entries.ts'

/** The log as administrators read it, and its settings. */
export type AuditService = {
  readonly list: (filter: LogFilter, page: PageRequest) => Promise<CountedPage<ListedEntry>>
  readonly get: (id: number) => Promise<AuditEntryRow>
  readonly listLoginAttempts: (filter: LoginAttemptFilter, page: PageRequest) => Promise<CountedPage<LoginAttemptRow>>
  readonly stats: (window: AuditWindow) => Promise<AuditStats>
  /** Writes its own audit entry first; the file contains only earlier entries. */
  readonly export: (filter: LogFilter, requested: Readonly<Record<string, string | undefined>>) => Promise<AuditExport>
  readonly settings: () => Promise<AuditSettings>
  readonly changeSettings: (
    caller: Pick<Caller, 'username' | 'isSuperuser'>,
    change: AuditSettingsChange,
  ) => Promise<AuditSettings>
  /** The same settings within a transaction of the caller. */
  readonly many: {
    readonly read: (tx: Executor) => Promise<AuditSettings>
    readonly change: (
      tx: Executor,
      caller: Pick<Caller, 'username' | 'isSuperuser'>,
      patch: AuditSettingsPatch,
    ) => Promise<AuditSettings>
  }
  /**
   * Deletes what is older than its category's retention; login attempts are kept as long as `authentication` entries,
   * changes of these settings for a year at least.
   */
  readonly deleteExpired: () => Promise<number>
  /** From now on, expired records wait for a while until they have been sent, too. */
  readonly holdUnsent: (hold: UnsentHold) => void
}

const WINDOW_MS: Readonly<Record<AuditWindow, number>> = { '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY }

export function createAuditService(parts: AuditParts): AuditService {
  const { database } = parts
  const closedDays = new ClosedDays()
  let held: UnsentHold | undefined
  return {
    list: (filter, page) =>
      filter.search === undefined ? listEntries(database.db, filter, page) : searchPage(database, filter, page),
    get: async (id) => orNotFound(await findEntry(database.db, id)),
    listLoginAttempts: (filter, page) => listLoginAttempts(database.db, filter, page),
    stats: (window) => countAuditStats(parts, closedDays, window),
    export: (filter, requested) => exportAuditLog(parts, filter, requested),
    settings: () => readAuditSettings(database.db),
    changeSettings: (caller, change) => changeAuditSettings(parts, caller, change),
    many: {
      read: readAuditSettings,
      change: (tx, caller, patch) => writeSettings(parts, tx, caller, { patch }),
    },
    deleteExpired: () => deleteExpiredEntries(parts, held),
    holdUnsent: (hold) => {
      held = hold
    },
  }
}

async function countAuditStats(
  { clock, database }: AuditParts,
  closedDays: ClosedDays,
  window: AuditWindow,
): Promise<AuditStats> {
  const now = clock.now().getTime()
  const since = new Date(now - WINDOW_MS[window])
  const byCategory = await countByCategory(database.db, closedDays, { since: since.getTime(), now })
  return {
    window,
    total: Object.values(byCategory).reduce((sum, entries) => sum + entries, 0),
    by_category: byCategory,
    failed_logins: await countFailedLogins(database.db, since),
    unique_actors: await countActors(database.db, since),
  }
}

async function countByCategory(
  db: Executor,
  closedDays: ClosedDays,
  window: { readonly since: number; readonly now: number },
): Promise<Record<AuditCategory, number>> {
  const place = { ...window, oldest: await findOldest(db) }
  const { known, ranges } = closedDays.plan(AUDIT_CATEGORIES, place)
  const counts = await countRanges(db, ranges)
  closedDays.learn(ranges, counts, place)
  const totals = Object.fromEntries(AUDIT_CATEGORIES.map((category) => [category, known.get(category) ?? 0]))
  for (const [index, { category }] of ranges.entries()) totals[category]! += counts[index]!
  return totals as Record<AuditCategory, number>
}
