import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { IMPORT_SOURCES, JOB_STATES, RUN_PHASES, RUN_STATES } from '@heddle/contract/mim-registry.ts'
import { instant } from '../../platform/columns.ts'
import { mimGraphs } from '../mim/index.ts'
import { users } from '../users/index.ts'

export type ImportSource = (typeof IMPORT_SOURCES)[number]
export type RunState = (typeof RUN_STATES)[number]
export type RunPhase = (typeof RUN_PHASES)[number]
export type JobState = (typeof JOB_STATES)[number]

/** An import of one version; its counts are those of its jobs. */
export const mimImportRuns = pgTable(
  'mim_import_runs',
  {
    id: uuid().primaryKey(),
    source: text().$type<ImportSource>().notNull(),
    versionKey: text().notNull(),
    /** Keys tried for a class the version lacks, as they were when the run began. */
    fallbackChain: jsonb().$type<readonly string[]>().notNull(),
    controllerConnectionId: uuid(),
    state: text().$type<RunState>().notNull(),
    phase: text().$type<RunPhase>().notNull(),
    concurrency: integer().notNull(),
    totalClasses: integer().notNull(),
    completedCount: integer().notNull().default(0),
    fallbackCount: integer().notNull().default(0),
    notFoundCount: integer().notNull().default(0),
    failedCount: integer().notNull().default(0),
    /** What is imported so far; null once nothing can be resumed. */
    graphId: uuid().references(() => mimGraphs.id, { onDelete: 'set null' }),
    startedById: integer().references(() => users.id, { onDelete: 'set null' }),
    startedByUsername: text().notNull(),
    startedAt: instant().notNull(),
    finishedAt: instant(),
    coreReadyAt: instant(),
    errorSummary: text().notNull().default(''),
    cancelRequested: boolean().notNull().default(false),
    /** Of the model that was installed; null unless it succeeded. */
    classCount: integer(),
    propertyCount: integer(),
    /** Grows when it is resumed: what it tells begins anew then. */
    generation: integer().notNull().default(1),
    /** Who is at it: a process writes only while its own claim stands here. */
    claim: uuid(),
    claimedAt: instant(),
    /** How often it was taken up since it got any further. */
    takeUps: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('mim_import_runs_one_running')
      .on(sql`(${table.state} = 'running')`)
      .where(sql`${table.state} = 'running'`),
    index('mim_import_runs_started_idx').on(table.startedAt),
  ],
)

/** One class to fetch. */
export const mimImportJobs = pgTable(
  'mim_import_jobs',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    runId: uuid()
      .notNull()
      .references(() => mimImportRuns.id, { onDelete: 'cascade' }),
    classPkg: text().notNull(),
    className: text().notNull(),
    state: text().$type<JobState>().notNull(),
    /** Configurable classes and context roots come first; known only with an aggregate. */
    isCore: boolean().notNull().default(false),
    /** The version it was found in. */
    sourceVersion: text(),
    attemptedVersions: jsonb().$type<readonly string[]>().notNull().default([]),
    httpStatusLast: integer(),
    lastError: text().notNull().default(''),
    retryCount: integer().notNull().default(0),
    updatedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('mim_import_jobs_once').on(table.runId, table.classPkg, table.className),
    index('mim_import_jobs_open_idx')
      .on(table.runId, table.isCore.desc(), table.id)
      .where(sql`${table.state} in ('pending', 'in_progress')`),
    index('mim_import_jobs_failed_idx')
      .on(table.runId, table.updatedAt, table.id)
      .where(sql`${table.state} = 'failed'`),
  ],
)
