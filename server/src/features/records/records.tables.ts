import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SiemFailure, SiemTarget } from '../../adapters/siem/siem-collectors.ts'
import { instant } from '../../platform/sql/columns.ts'

/** A collector that records are sent to, and how far it has got. It outlives its settings. */
export const recordTargets = pgTable('record_targets', {
  target: text().$type<SiemTarget>().primaryKey(),
  /** The newest row of each table that the collector has taken, and everything before it. */
  auditPosition: bigint({ mode: 'number' }).notNull(),
  signInPosition: bigint({ mode: 'number' }).notNull(),
  runFindingPosition: bigint({ mode: 'number' }).notNull(),
  checkFindingPosition: bigint({ mode: 'number' }).notNull(),
  /** Who sends at present, until then unless renewed: a process that died does not. */
  leaseToken: uuid(),
  leasedUntil: instant(),
  /** Attempts in a row that failed, and when the next one is due. */
  failures: integer().notNull().default(0),
  nextAttemptAt: instant(),
  failingSince: instant(),
  /** A transaction that is open for long keeps records waiting that come after it. */
  heldSince: instant(),
  lastError: text(),
  lastErrorKind: text().$type<SiemFailure['kind']>(),
  lastSentAt: instant(),
  sent: bigint({ mode: 'number' }).notNull().default(0),
  /** What the collector refused for good. */
  refused: bigint({ mode: 'number' }).notNull().default(0),
  /** What was deleted before it could be sent. */
  lost: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: instant().notNull(),
})

export type TargetRow = typeof recordTargets.$inferSelect
