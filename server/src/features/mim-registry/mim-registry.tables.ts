import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { IMPORT_SOURCES, JOB_STATES, RUN_PHASES, RUN_STATES } from '@heddle/contract/mim-registry.ts'
import { instant } from '../../platform/sql/columns.ts'
import { mimGraphs } from '../mim/index.ts'
import { users } from '../users/index.ts'

export type ImportSource = (typeof IMPORT_SOURCES)[number]
export type RunState = (typeof RUN_STATES)[number]
export type ImportPhase = (typeof RUN_PHASES)[number]
export type JobState = (typeof JOB_STATES)[number]

/** An import of one version. The counts are those of its jobs. */
export const mimImportRuns = pgTable(
  'mim_import_runs',
  {
    id: uuid().primaryKey(),
    source: text().$type<ImportSource>().notNull(),
    versionKey: text().notNull(),
    /** Version keys to try for a class that the version lacks, as of the start of the run. */
    fallbackChain: jsonb().$type<readonly string[]>().notNull(),
    controllerConnectionId: uuid(),
    state: text().$type<RunState>().notNull(),
    phase: text().$type<ImportPhase>().notNull(),
    concurrency: integer().notNull(),
    totalClasses: integer().notNull(),
    completedCount: integer().notNull().default(0),
    fallbackCount: integer().notNull().default(0),
    notFoundCount: integer().notNull().default(0),
    failedCount: integer().notNull().default(0),
    /** The classes imported so far; null once the run can no longer be resumed. */
    graphId: uuid().references(() => mimGraphs.id, { onDelete: 'set null' }),
    startedById: integer().references(() => users.id, { onDelete: 'set null' }),
    startedByUsername: text().notNull(),
    startedAt: instant().notNull(),
    finishedAt: instant(),
    coreReadyAt: instant(),
    errorSummary: text().notNull().default(''),
    cancelRequested: boolean().notNull().default(false),
    /** False for an import that only reads a version to compare it. */
    activates: boolean().notNull().default(true),
    /** Counts of the installed model; null unless the run succeeded. */
    classCount: integer(),
    propertyCount: integer(),
    /** Incremented on every resume, which starts a new stream of progress. */
    generation: integer().notNull().default(1),
    /** The claim of the process working on it. A process writes only while this is its own. */
    claim: uuid(),
    claimedAt: instant(),
    /** How often it was picked up since it last made progress. */
    attempts: integer('take_ups').notNull().default(0),
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
    /** Configurable classes and context roots are fetched first. Known only from an aggregate. */
    isCore: boolean().notNull().default(false),
    /** The version that had the class. */
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
