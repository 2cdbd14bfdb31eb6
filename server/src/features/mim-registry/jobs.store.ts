import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { DocumentPlace } from '../../adapters/mim-source/mim-sources.ts'
import { type JobState, mimImportJobs as table } from './mim-registry.tables.ts'

export type JobRow = typeof table.$inferSelect
export type ClaimedDocument = DocumentPlace & { readonly id: number; readonly isCore: boolean }
export type NewJob = DocumentPlace & { readonly isCore: boolean }

/** The outcome of a job. */
export type JobEnd = {
  readonly id: number
  readonly state: Extract<JobState, 'done' | 'not_found' | 'failed'>
  readonly sourceVersion: string | null
  readonly attemptedVersions: readonly string[]
  readonly httpStatusLast: number | null
  readonly lastError: string
  readonly retryCount: number
}

/** Creates jobs for classes that have none yet, in a single statement. Returns how many were new. */
export async function insertJobs(tx: Executor, runId: string, jobs: readonly NewJob[], now: Date): Promise<number> {
  if (jobs.length === 0) return 0
  const packages = jobs.map((job) => job.package)
  const names = jobs.map((job) => job.className)
  const cores = jobs.map((job) => job.isCore)
  const { rowCount } = await tx.execute(sql`
    insert into ${table} (run_id, class_pkg, class_name, is_core, state, updated_at)
      select ${runId}::uuid, class_pkg, class_name, is_core, 'pending', ${now.toISOString()}::timestamptz
        from unnest(${sql.param(packages)}::text[], ${sql.param(names)}::text[], ${sql.param(cores)}::boolean[])
          with ordinality as new (class_pkg, class_name, is_core, place)
        order by place
      on conflict (run_id, class_pkg, class_name) do nothing`)
  return rowCount ?? 0
}

/** Claims pending jobs, the core first. */
export async function claimJobs(tx: Executor, runId: string, limit: number): Promise<ClaimedDocument[]> {
  const { rows } = await tx.execute<{ id: string; class_pkg: string; class_name: string; is_core: boolean }>(sql`
    with claimed as (
      update ${table} set state = 'in_progress'
        where id in (
          select id from ${table} where run_id = ${runId} and state = 'pending' order by is_core desc nulls last, id limit ${limit})
        returning id, class_pkg, class_name, is_core)
    select * from claimed order by is_core desc, id`)
  return rows.map((row) => ({
    id: Number(row.id),
    package: row.class_pkg,
    className: row.class_name,
    isCore: row.is_core,
  }))
}

/** Ends many jobs at once with the usual outcome: found in the version itself, on the first attempt. */
export async function endUsualJobs(tx: Executor, ids: readonly number[], versionKey: string, now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update ${table} set state = 'done', source_version = ${versionKey}, attempted_versions = ${JSON.stringify([versionKey])}::jsonb,
        http_status_last = 200, last_error = '', updated_at = ${now.toISOString()}::timestamptz
      where id = any(${sql.param([...ids])}::bigint[])`)
}

export async function endOtherJobs(tx: Executor, ends: readonly JobEnd[], now: Date): Promise<void> {
  if (ends.length === 0) return
  await tx.execute(sql`
    update ${table} j set state = e."state", source_version = e."sourceVersion", attempted_versions = e."attemptedVersions",
        http_status_last = e."httpStatusLast", last_error = e."lastError", retry_count = e."retryCount",
        updated_at = ${now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e (id bigint, "state" text, "sourceVersion" text,
        "attemptedVersions" jsonb, "httpStatusLast" int, "lastError" text, "retryCount" int)
      where j.id = e.id`)
}

/** Makes interrupted or failed jobs pending again. Returns how many. */
export async function makePending(
  tx: Executor,
  runId: string,
  states: readonly JobState[],
  now: Date,
): Promise<number> {
  const { rowCount } = await tx
    .update(table)
    .set({ state: 'pending', updatedAt: now })
    .where(and(eq(table.runId, runId), inArray(table.state, [...states])))
  return rowCount ?? 0
}

export type KnownJobs = { readonly all: number; readonly core: number; readonly openCore: number }

export async function countJobs(db: Executor, runId: string): Promise<KnownJobs> {
  const [row] = await db
    .select({
      all: count(),
      core: sql<number>`(count(*) filter (where is_core))::int`,
      openCore: sql<number>`(count(*) filter (where is_core and state in ('pending', 'in_progress')))::int`,
    })
    .from(table)
    .where(eq(table.runId, runId))
  return row ?? { all: 0, core: 0, openCore: 0 }
}

export function listFailedJobs(db: Executor, runId: string, limit: number): Promise<JobRow[]> {
  return db
    .select()
    .from(table)
    .where(and(eq(table.runId, runId), eq(table.state, 'failed')))
    .orderBy(desc(table.updatedAt), desc(table.id))
    .limit(limit)
}

type Deletion = { readonly state?: JobState | undefined; readonly limit?: number }

/** Deletes jobs of a run, all or those in one state, up to the limit. Returns how many. */
export async function deleteJobs(db: Executor, runId: string, { state, limit }: Deletion = {}): Promise<number> {
  const some = db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.runId, runId), state && eq(table.state, state)))
  const { rowCount } = await db.delete(table).where(inArray(table.id, limit === undefined ? some : some.limit(limit)))
  return rowCount ?? 0
}
