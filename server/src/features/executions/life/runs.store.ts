import { and, asc, count, eq, inArray, isNotNull, isNull, lt, max, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { savedQueries } from '../../queries/index.ts'
import type { Ending } from '../ending.ts'
import type { ChosenConnections } from '../../planning/index.ts'
import type { ResultChunk, Stage } from '../../run-engine/index.ts'
import type { QueryOfRun } from '../requests/find-query.ts'
import type { StoredDraft } from '../read-draft.ts'
import {
  executionDrafts as drafts,
  executionResultChunks as chunks,
  executions as table,
  type NewExecution,
  pipelineExecutions as pipelines,
} from '../executions.tables.ts'
import { storable } from '../../../platform/text/storable.ts'

/** What is needed to end a run. */
export type RunRef = { readonly id: string; readonly trigger: NewExecution['trigger']; readonly userId: number | null }

const REF = { id: table.id, trigger: table.trigger, userId: table.userId }
const MOST_ROWS_AN_INSERT = 500

/** Logs and pipeline executions are inserted before the runs start, so that a run that dies leaves a trace. */
export async function insertRuns(tx: Executor, all: readonly NewRun[]): Promise<void> {
  for (let start = 0; start < all.length; start += MOST_ROWS_AN_INSERT) {
    const part = all.slice(start, start + MOST_ROWS_AN_INSERT)
    await tx.insert(table).values(
      part.map(({ pipelineId: _, canvas: __, ...execution }) => ({
        ...execution,
        variables: storable(execution.variables),
      })),
    )
    await tx.insert(pipelines).values(
      part.map(({ id, pipelineId, savedQueryId, executedAt }) => ({
        id: pipelineId,
        executionId: id,
        savedQueryId,
        status: 'running' as const,
        startedAt: executedAt,
      })),
    )
    const drawn = part.flatMap(({ id, canvas }) => (canvas ? { executionId: id, canvas } : []))
    if (drawn.length > 0) await tx.insert(drafts).values(drawn)
  }
}
export type NewRun = Omit<NewExecution, 'savedQueryVersion' | 'deadlineAt'> & {
  readonly deadlineAt: SQL<Date>
  readonly pipelineId: string
  /** A number, or `versionOf` a query. */
  readonly savedQueryVersion: number | SQL<number> | null
  /** Of a draft. */
  readonly canvas?: StoredDraft | null
}

/** What a run of a draft has besides the columns of any run. */
export const draftColumns = ({ draft }: Pick<QueryOfRun, 'draft'>) => ({ draft: draft !== null, canvas: draft })

/** The columns that hold which connections a run reads. */
export const connectionColumns = ({ connection, merged }: ChosenConnections) => ({
  controllerConnectionId: connection,
  controllerConnectionIds: merged ? [...merged.ids] : null,
  allowPartial: merged?.allowPartial ?? false,
})

/** The connections that a run reads, as stored. */
export const connectionsOf = (
  run: Pick<NewExecution, 'controllerConnectionId' | 'controllerConnectionIds' | 'allowPartial'>,
): ChosenConnections => ({
  connection: run.controllerConnectionId,
  ...(run.controllerConnectionIds && {
    merged: { ids: run.controllerConnectionIds, allowPartial: run.allowPartial === true },
  }),
})

/** The version of a query at the time the row is inserted; 0 if the query is gone. */
export const versionOf = (savedQueryId: string) =>
  sql<number>`coalesce((select ${savedQueries.currentVersion} from ${savedQueries} where ${savedQueries.id} = ${savedQueryId}), 0)`

export type ClaimedRun = NonNullable<Awaited<ReturnType<typeof claimRun>>>

/** Claims a run, to be prepared next, unless it has ended, was cancelled or has used up its attempts. */
export async function claimRun(
  db: Executor,
  id: string,
  terms: {
    readonly now: Date
    readonly deadlineMs: number
    readonly mostAttempts: number
    readonly mostClaims: number
  },
) {
  const [row] = await db
    .update(table)
    .set({
      startedAt: terms.now,
      attempts: sql`${table.attempts} + 1`,
      attemptsPreparing: sql`${table.attemptsPreparing} + 1`,
      deadlineAt: fromNow(terms.deadlineMs),
    })
    .where(
      and(
        eq(table.id, id),
        eq(table.status, 'running'),
        sql`${table.attempts} - ${table.handBacks} < ${terms.mostAttempts}`,
        lt(table.attempts, terms.mostClaims),
        isNull(table.cancelRequestedAt),
      ),
    )
    .returning({
      ...REF,
      attempts: table.attempts,
      savedQueryId: table.savedQueryId,
      draft: table.draft,
      controllerConnectionId: table.controllerConnectionId,
      controllerConnectionIds: table.controllerConnectionIds,
      allowPartial: table.allowPartial,
      variables: table.variables,
      skipPostProcessors: table.skipPostProcessors,
    })
  return row
}

/** Notes that this attempt got past preparing, whatever came of it. */
export async function endPreparing(db: Executor, { id, attempts }: Pick<ClaimedRun, 'id' | 'attempts'>): Promise<void> {
  await db
    .update(table)
    .set({ attemptsPreparing: sql`${table.attemptsPreparing} - 1` })
    .where(and(eq(table.id, id), eq(table.attempts, attempts)))
}

/** The process stops: another one may claim the run as if this one had not, unless it has done so already. */
export async function handBackRun(db: Executor, { id, attempts }: Pick<ClaimedRun, 'id' | 'attempts'>): Promise<void> {
  await db
    .update(table)
    .set({ handBacks: sql`${table.handBacks} + 1` })
    .where(and(eq(table.id, id), eq(table.attempts, attempts), eq(table.status, 'running')))
}

/** A run that has not ended: when its cancel was requested, how many processes died preparing it. */
export async function findOpenRun(db: Executor, id: string) {
  const [row] = await db
    .select({
      ...REF,
      cancelRequestedAt: table.cancelRequestedAt,
      attempts: table.attempts,
      attemptsPreparing: table.attemptsPreparing,
    })
    .from(table)
    .where(and(eq(table.id, id), eq(table.status, 'running')))
  return row
}

export type EndGuard = {
  /** Only while this attempt is the latest: a run that another process has claimed is not ours to end. */
  readonly attempt?: number | undefined
  /** Only when a cancel was requested, or only when none was. */
  readonly cancelRequested?: boolean
}
export type RunFacts = {
  readonly savedQueryVersion?: number | null
  readonly generatedQuery?: string
  readonly className?: string | null
}
export type EndedRun = NonNullable<Awaited<ReturnType<typeof endRun>>>

/** Ends a run at most once: undefined if it had already ended or the guard does not match. */
export async function endRun(
  tx: Executor,
  id: string,
  ending: Ending,
  facts: RunFacts,
  { attempt, cancelRequested }: EndGuard,
) {
  const [row] = await tx
    .update(table)
    .set({ ...storable(ending), ...storable(facts) })
    .where(
      and(
        eq(table.id, id),
        eq(table.status, 'running'),
        attempt === undefined ? undefined : eq(table.attempts, attempt),
        cancelRequested === undefined
          ? undefined
          : cancelRequested
            ? isNotNull(table.cancelRequestedAt)
            : isNull(table.cancelRequestedAt),
      ),
    )
    .returning({
      ...REF,
      savedQueryId: table.savedQueryId,
      draft: table.draft,
      controllerConnectionId: table.controllerConnectionId,
      controllerConnectionIds: table.controllerConnectionIds,
      username: table.username,
      variables: table.variables,
      generatedQuery: table.generatedQuery,
    })
  return row
}

export async function endPipeline(
  tx: Executor,
  executionId: string,
  ending: Ending,
  stages: readonly Stage[],
  now: Date,
): Promise<void> {
  const status = ending.reason === 'cancelled' ? 'cancelled' : ending.status
  await tx
    .update(pipelines)
    .set({ status, stages: storable([...stages]), finishedAt: now })
    .where(eq(pipelines.executionId, executionId))
}

/** The state of a run, without its large columns. */
export async function findRunState(db: Executor, id: string) {
  const { userId, status, reason, errorMessage, rowCount, expectation } = table
  const [row] = await db
    .select({
      id: table.id,
      userId,
      status,
      reason,
      errorMessage,
      rowCount,
      expectation,
      finishedAt: pipelines.finishedAt,
    })
    .from(table)
    .leftJoin(pipelines, eq(pipelines.executionId, table.id))
    .where(eq(table.id, id))
  return row
}
export type RunState = NonNullable<Awaited<ReturnType<typeof findRunState>>>

/** The stages as last stored. */
export async function readStages(db: Executor, executionId: string): Promise<readonly Stage[]> {
  const [row] = await db
    .select({ stages: pipelines.stages })
    .from(pipelines)
    .where(eq(pipelines.executionId, executionId))
  return row?.stages ?? []
}

/** Stores the stages of a run in progress, so that they can be viewed while it runs. */
export async function writeStages(
  db: Executor,
  run: { id: string; attempt: number },
  stages: readonly Stage[],
): Promise<void> {
  const ours = db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, run.id), eq(table.attempts, run.attempt)))
  await db
    .update(pipelines)
    .set({ stages: storable([...stages]) })
    .where(and(inArray(pipelines.executionId, ours), eq(pipelines.status, 'running')))
}

const CHUNKS_PER_INSERT = 20

export async function insertChunks(tx: Executor, executionId: string, all: readonly ResultChunk[]): Promise<void> {
  for (let start = 0; start < all.length; start += CHUNKS_PER_INSERT) {
    const part = all.slice(start, start + CHUNKS_PER_INSERT)
    await tx
      .insert(chunks)
      .values(part.map(({ index, rowCount, body }) => ({ executionId, index, rowCount, body: Buffer.from(body) })))
  }
}

const openBackground = (userId: number) =>
  and(eq(table.userId, userId), eq(table.status, 'running'), eq(table.trigger, 'background'))

/** Counts the background runs of a user that have not ended. */
export async function countOpenBackground(tx: Executor, userId: number) {
  const [row] = await tx
    .select({ open: count(), admitted: count(table.admittedAt), lastAskedAt: max(table.executedAt) })
    .from(table)
    .where(openBackground(userId))
  return {
    waiting: (row?.open ?? 0) - (row?.admitted ?? 0),
    admitted: row?.admitted ?? 0,
    lastAskedAt: row?.lastAskedAt ?? null,
  }
}

/** Admits the oldest queued runs of a user. */
export async function admitOldest(tx: Executor, userId: number, most: number, now: Date): Promise<string[]> {
  const oldest = tx
    .select({ id: table.id })
    .from(table)
    .where(and(openBackground(userId), isNull(table.admittedAt)))
    .orderBy(asc(table.executedAt), asc(table.id))
    .limit(most)
  const rows = await tx
    .update(table)
    .set({ admittedAt: now })
    .where(inArray(table.id, oldest))
    .returning({ id: table.id })
  return rows.map(({ id }) => id)
}

/** How many runs have not ended, by what they wait for. */
export function countOpenRuns(db: Executor) {
  const state = sql<'queued' | 'waiting' | 'running'>`case when ${table.attempts} > 0 then 'running'
    when ${table.admittedAt} is null and ${table.trigger} = 'background' then 'queued' else 'waiting' end`
  return db
    .select({ state, trigger: table.trigger, runs: count() })
    .from(table)
    .where(eq(table.status, 'running'))
    .groupBy(sql`1`, table.trigger)
}

/** Users with queued runs. */
export async function findUsersWithQueuedRuns(db: Executor): Promise<number[]> {
  const rows = await db
    .selectDistinct({ userId: table.userId })
    .from(table)
    .where(
      and(
        eq(table.status, 'running'),
        eq(table.trigger, 'background'),
        isNull(table.admittedAt),
        isNotNull(table.userId),
      ),
    )
  return rows.flatMap(({ userId }) => userId ?? [])
}

/** An instant by the database's clock, which all processes share. */
export const fromNow = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`
const ago = (ms: number) => fromNow(-ms)

const isManual = and(eq(table.status, 'running'), eq(table.trigger, 'manual'))

/** Moves on the deadlines of those of the runs that are manual and will be due soon. */
export async function renewLeases(
  db: Executor,
  ids: readonly string[],
  lease: { readonly ms: number; readonly renewBelowMs: number },
) {
  await db
    .update(table)
    .set({ deadlineAt: fromNow(lease.ms) })
    .where(and(inArray(table.id, [...ids]), isManual, lt(table.deadlineAt, fromNow(lease.renewBelowMs))))
}

/** Manual runs whose process has not moved on their deadline in time. */
export async function findExpiredLeases(db: Executor, most: number) {
  return db
    .select({ ...REF, deadlineAt: table.deadlineAt })
    .from(table)
    .where(and(isManual, lt(table.deadlineAt, ago(0))))
    .orderBy(asc(table.executedAt))
    .limit(most)
}

/** For a database that no other process uses. */
export async function findManualRuns(db: Executor): Promise<RunRef[]> {
  return db.select(REF).from(table).where(isManual)
}

/** Runs whose cancel no process reacts to. */
export async function findDeafRuns(db: Executor, deafForMs: number, most: number): Promise<RunRef[]> {
  return db
    .select(REF)
    .from(table)
    .where(and(eq(table.status, 'running'), lt(table.cancelRequestedAt, ago(deafForMs))))
    .orderBy(asc(table.executedAt))
    .limit(most)
}

/**
 * Runs that a job should have claimed by now. Includes queued runs of deleted users, which nothing else would admit.
 */
export async function findStrayRuns(db: Executor, admittedForMs: number, most: number) {
  return db
    .select({ id: table.id, trigger: table.trigger })
    .from(table)
    .where(
      and(
        eq(table.status, 'running'),
        inArray(table.trigger, ['background', 'schedule']),
        or(
          and(eq(table.attempts, 0), lt(table.admittedAt, ago(admittedForMs))),
          lt(table.deadlineAt, ago(0)),
          and(isNull(table.admittedAt), isNull(table.userId)),
        ),
      ),
    )
    .orderBy(asc(table.executedAt))
    .limit(most)
}

/** Locks a run so that it is neither ended nor claimed during the transaction. */
export async function lockRun(tx: Executor, id: string) {
  const [row] = await tx
    .select({ ...REF, status: table.status, attempts: table.attempts, cancelRequestedAt: table.cancelRequestedAt })
    .from(table)
    .where(eq(table.id, id))
    .for('no key update')
  return row
}

export async function requestCancel(tx: Executor, id: string): Promise<void> {
  await tx
    .update(table)
    .set({ cancelRequestedAt: fromNow(0) })
    .where(eq(table.id, id))
}

/** Those of the runs for which a cancel was requested. */
export async function findCancelRequests(db: Executor, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, [...ids]), isNotNull(table.cancelRequestedAt)))
  return rows.map(({ id }) => id)
}
