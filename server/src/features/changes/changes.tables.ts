import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ChangeStatus, ReportedFinding } from '@heddle/contract/changes.ts'
import type { CheckResults } from '@heddle/contract/checks.ts'
import { DEFAULT_SEVERITY } from '@heddle/contract/queries.ts'
import { instant } from '../../platform/sql/columns.ts'
import { users } from '../users/index.ts'

type CheckResult = CheckResults['results'][number]

/** What is known of a query before or after a change. A capture or an execution may be deleted before this. */
export type SideResult = {
  /** Null: it could not be captured, for the reason. */
  readonly snapshot: string | null
  readonly execution: string | null
  readonly status: NonNullable<CheckResult['status']>
  readonly reason: string | null
  /** Whether its run was judged by what the query expects. */
  readonly isJudged: boolean
  readonly findings: number
  /** The first of them. */
  readonly items: readonly ReportedFinding[]
  readonly areAllItems: boolean
}

/** A span of time, with captures and checks of the same queries at both ends. */
export const changes = pgTable(
  'change_windows',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    note: text().notNull(),
    status: text().$type<ChangeStatus>().notNull(),
    reason: text(),
    controllerConnectionId: uuid().notNull(),
    controllerConnectionName: text().notNull(),
    category: integer(),
    pack: text(),
    total: integer().notNull(),
    openedById: integer().references(() => users.id, { onDelete: 'set null' }),
    openedBy: text().notNull(),
    openedAt: instant().notNull(),
    closedById: integer().references(() => users.id, { onDelete: 'set null' }),
    closedBy: text(),
    closedAt: instant(),
    /** No foreign keys: checks are deleted before windows are. */
    checkBeforeId: uuid(),
    checkAfterId: uuid(),
    /** Automation requests that were launched meanwhile; null until it is closed. */
    requests: uuid().array(),
    /** Of no connection, because their rows were typed; null as well in windows closed before these were kept. */
    requestsByHand: uuid().array(),
    sha256: text(),
  },
  (table) => [
    index('change_windows_opened_idx').on(table.openedAt, table.id),
    index('change_windows_before_idx').on(table.checkBeforeId),
    index('change_windows_after_idx').on(table.checkAfterId),
    index('change_windows_opener_idx').on(table.openedById),
    index('change_windows_closer_idx').on(table.closedById),
  ],
)

/** A query of a change window, as it was when that was opened. */
export const changeQueries = pgTable(
  'change_queries',
  {
    changeId: uuid().notNull(),
    position: integer().notNull(),
    /** No foreign key: what was found outlives the query. */
    savedQueryId: uuid().notNull(),
    name: text().notNull(),
    folder: text().notNull(),
    packName: text(),
    packCheck: text(),
    packGroup: text(),
    severity: text().$type<CheckResult['severity']>().notNull().default(DEFAULT_SEVERITY),
    before: jsonb().$type<SideResult>(),
    after: jsonb().$type<SideResult>(),
    /** What the report says about it, as canonical JSON, so that it stays the same. */
    compared: text(),
    checked: text(),
  },
  (table) => [
    primaryKey({ columns: [table.changeId, table.position] }),
    foreignKey({ columns: [table.changeId], foreignColumns: [changes.id] }).onDelete('cascade'),
  ],
)

export type ChangeRow = typeof changes.$inferSelect
export type ChangeQueryRow = typeof changeQueries.$inferSelect
