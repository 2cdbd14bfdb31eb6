import { and, eq, inArray, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import type { PreparedEntry } from '../../audit/index.ts'
import { type ConnectionRow, controllerConnections } from '../../controller-connections/index.ts'
import { savedQueries } from '../../queries/index.ts'
import type { Ending } from '../ending.ts'
import type { ChosenConnections } from '../../planning/index.ts'
import type { ResultChunk, Stage } from '../../run-engine/index.ts'
import type { RunSubject } from '../requests/find-query.ts'
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

export const RUN_REF = { id: table.id, trigger: table.trigger, userId: table.userId }
const MOST_ROWS_AN_INSERT = 500

/** Logs and pipeline executions are inserted before the runs start, so that a run that dies leaves a trace. */
export async function insertRuns(tx: Executor, all: readonly NewRun[]): Promise<void> {
  for (let start = 0; start < all.length; start += MOST_ROWS_AN_INSERT) {
    const part = all.slice(start, start + MOST_ROWS_AN_INSERT)
    await tx
      .with(...logsOf(tx, part))
      .insert(pipelines)
      .values(part.map(pipelineOf))
  }
}

/** Inserts a run that starts at once, and reads its connections, in one statement: those deleted are left out. */
export async function insertStartedRun(db: Executor, run: NewRun): Promise<ConnectionRow[]> {
  const opened = db.$with('opened').as(db.insert(pipelines).values(pipelineOf(run)).returning({ id: pipelines.id }))
  return db
    .with(...logsOf(db, [run]), opened)
    .select()
    .from(controllerConnections)
    .where(inArray(controllerConnections.id, [...connectionIdsOf(run)]))
}

/** The connections that a run reads. */
export const connectionIdsOf = (
  run: Pick<NewExecution, 'controllerConnectionId' | 'controllerConnectionIds'>,
): readonly string[] => run.controllerConnectionIds ?? [run.controllerConnectionId]

function logsOf(tx: Executor, runs: readonly NewRun[]) {
  const rows = runs.map(({ pipelineId: _, canvas: __, ...run }) => ({ ...run, variables: storable(run.variables) }))
  const inserted = tx.$with('inserted').as(tx.insert(table).values(rows).returning({ id: table.id }))
  const drawn = runs.flatMap(({ id, canvas }) => (canvas ? { executionId: id, canvas } : []))
  if (drawn.length === 0) return [inserted]
  return [inserted, tx.$with('drawn').as(tx.insert(drafts).values(drawn).returning({ id: drafts.executionId }))]
}

const pipelineOf = ({ id, pipelineId, savedQueryId, executedAt }: NewRun) => ({
  id: pipelineId,
  executionId: id,
  savedQueryId,
  status: 'running' as const,
  startedAt: executedAt,
})

export type NewRun = Omit<NewExecution, 'savedQueryVersion' | 'deadlineAt'> & {
  readonly deadlineAt: SQL<Date>
  readonly pipelineId: string
  /** A number, or `versionOf` a query. */
  readonly savedQueryVersion: number | SQL<number> | null
  /** Of a draft. */
  readonly canvas?: StoredDraft | null
}

/** What a run of a draft has besides the columns of any run. */
export const draftColumns = ({ draft }: Pick<RunSubject, 'draft'>) => ({ draft: draft !== null, canvas: draft })

/** The columns that hold which connections a run reads. */
export const connectionColumns = ({ connection, merged }: ChosenConnections) => ({
  controllerConnectionId: connection,
  controllerConnectionIds: merged ? [...merged.ids] : null,
  allowPartial: merged?.allowPartial ?? false,
})

/** The connections that a run reads, as stored. */
export const connectionsOfRun = (
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

export type EndGuard = {
  /** Only while this attempt is the latest: a run that another process has claimed is not ours to end. */
  readonly attempt?: number | undefined
  /** Only when a cancel was requested, or only when none was. */
  readonly cancelRequested?: boolean
  readonly and?: SQL | undefined
}
export type RunFacts = {
  readonly savedQueryVersion?: number | null
  readonly generatedQuery?: string
  readonly className?: string | null
}
/** What the log of a run says. */
export type LoggedRun = Omit<NonNullable<Awaited<ReturnType<typeof endRun>>>, 'isConcern'>

export const LOGGED = {
  ...RUN_REF,
  savedQueryId: table.savedQueryId,
  draft: table.draft,
  controllerConnectionId: table.controllerConnectionId,
  controllerConnectionIds: table.controllerConnectionIds,
  username: table.username,
  variables: table.variables,
  generatedQuery: table.generatedQuery,
}

/** What the log says of a run that was just inserted. */
export const loggedRun = (run: NewRun): LoggedRun => ({
  id: run.id,
  trigger: run.trigger,
  userId: run.userId ?? null,
  savedQueryId: run.savedQueryId ?? null,
  draft: run.draft ?? false,
  controllerConnectionId: run.controllerConnectionId,
  controllerConnectionIds: run.controllerConnectionIds ?? null,
  username: run.username,
  variables: storable(run.variables ?? {}),
  generatedQuery: storable(run.generatedQuery ?? ''),
})

/** Ends a run at most once: undefined if it had already ended or the guard does not match. */
export async function endRun(
  tx: Executor,
  id: string,
  { ending, facts, rest, concern }: EndedAs,
  { attempt, cancelRequested, and: condition }: EndGuard,
) {
  const update = tx
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
        condition,
      ),
    )
    .returning({ ...LOGGED, isConcern: sql<boolean>`${concern ?? sql`true`}`.as('is_concern') })
  if (!rest) return (await update)[0]
  const ended = tx.$with('ended').as(update)
  const ofEnded = inArray(pipelines.executionId, tx.select({ id: ended.id }).from(ended))
  const closed = tx.$with('closed').as(setPipelineEnd(tx, ending, rest, ofEnded))
  const stored = rest.chunk ? [tx.$with('stored').as(insertChunk(tx, ended, rest.chunk))] : []
  const recorded = rest.entry ? [tx.$with('recorded', {}).as(rest.entry.insertFor(ended))] : []
  const [row] = await tx
    .with(ended, closed, ...stored, ...recorded)
    .select()
    .from(ended)
  return row
}

/** In the statement that ends the run, if it does. */
const insertChunk = (tx: Executor, ended: SQLWrapper, { index, rowCount, body }: ResultChunk) =>
  tx
    .insert(chunks)
    .select(sql`select ended.id, ${index}::integer, ${rowCount}::integer, ${Buffer.from(body)}::bytea from ${ended}`)
    .returning({ index: chunks.index })

/** What ends together with a run, in the same statement if it is known by then. */
export type RestOfEnd = PipelineEnd & {
  readonly chunk: ResultChunk | undefined
  readonly entry?: PreparedEntry
}
type EndedAs = {
  readonly ending: Ending
  readonly facts: RunFacts
  readonly rest?: RestOfEnd | undefined
  /** Asked along: the answer is `isConcern`. */
  readonly concern?: SQL | undefined
}
type PipelineEnd = { readonly stages: readonly Stage[]; readonly finishedAt: Date }

const setPipelineEnd = (tx: Executor, ending: Ending, { stages, finishedAt }: PipelineEnd, where: SQL) =>
  tx
    .update(pipelines)
    .set({
      status: ending.reason === 'cancelled' ? 'cancelled' : ending.status,
      stages: storable([...stages]),
      finishedAt,
    })
    .where(where)
    .returning({ id: pipelines.id })

export async function endPipeline(tx: Executor, executionId: string, ending: Ending, end: PipelineEnd): Promise<void> {
  await setPipelineEnd(tx, ending, end, eq(pipelines.executionId, executionId))
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
export type CurrentRun = NonNullable<Awaited<ReturnType<typeof findRunState>>>

/** The stages as last stored. */
export async function readStages(db: Executor, executionId: string): Promise<readonly Stage[]> {
  const [row] = await db
    .select({ stages: pipelines.stages })
    .from(pipelines)
    .where(eq(pipelines.executionId, executionId))
  return row?.stages ?? []
}

type Attempt = { readonly id: string; readonly attempt: number }

/** Stores the first stages of a run in progress, so that they can be viewed while it runs. */
export async function writeStages(db: Executor, run: Attempt, stages: readonly Stage[]): Promise<void> {
  await db
    .update(pipelines)
    .set({ stages: storable([...stages]) })
    .where(isRunningAttempt(db, run))
}

/** Replaces these stages, or adds them; the others stay. */
export async function updateStages(db: Executor, run: Attempt, stages: readonly Stage[]): Promise<void> {
  const changed = sql`${JSON.stringify(storable([...stages]))}::jsonb`
  await db
    .update(pipelines)
    .set({
      stages: sql`(
        select jsonb_agg(coalesce(changed.stage, kept.stage) order by coalesce(changed.stage, kept.stage) -> 'index')
        from jsonb_array_elements(${pipelines.stages}) kept(stage)
        full join jsonb_array_elements(${changed}) changed(stage) on kept.stage -> 'index' = changed.stage -> 'index'
      )`,
    })
    .where(isRunningAttempt(db, run))
}

function isRunningAttempt(db: Executor, { id, attempt }: Attempt) {
  const ours = db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), eq(table.attempts, attempt)))
  return and(inArray(pipelines.executionId, ours), eq(pipelines.status, 'running'))
}
