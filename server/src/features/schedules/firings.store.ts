import { and, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { Concern } from '../../platform/events/events.ts'
import { builtForShapes, given, UNNAMED } from '../../platform/sql/built-once.ts'
import { users } from '../users/index.ts'
import type { TaskChanges, TaskRow } from './schedules.store.ts'
import {
  scheduledExecutions as runs,
  scheduledFirings as firings,
  scheduledTasks as tasks,
} from './schedules.tables.ts'

export type NewFiring = typeof firings.$inferInsert
export type NewFiringRun = typeof runs.$inferInsert
export type FiringRunRow = typeof runs.$inferSelect
type Claim = { readonly now: Date; readonly limit: number; readonly except: readonly string[]; readonly only?: string }

const WITH_OWNERS = sql`${tasks} join ${users} on ${users.id} = ${tasks.ownerId}`
const MAY_FIRE = sql`${tasks.openFiring} is null and ${users.isActive}`
const notAmong = (except: readonly string[]) => sql`${tasks.id} <> all(${sql.param([...except])}::uuid[])`
const isDue = (now: Date, except: readonly string[]) =>
  sql`${tasks.nextRunAt} <= ${now.toISOString()}::timestamptz and ${MAY_FIRE} and ${notAmong(except)}`

/**
 * Locks due tasks, most overdue first, skipping those that another process holds. Also locks their owners against
 * deletion: rows written for a task refer to them, and users come before tasks in the lock order.
 */
export async function claimDueTasks(tx: Executor, { now, limit, except, only }: Claim): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select ${tasks.id} from ${WITH_OWNERS}
      where ${isDue(now, except)} ${only === undefined ? sql`` : sql`and ${tasks.id} = ${only}`}
      order by ${tasks.nextRunAt}, ${tasks.id} limit ${limit}
      for key share of ${users} skip locked for update of ${tasks} skip locked`)
  return rows.map(({ id }) => id)
}

/** Ids of due tasks, without locks. */
export async function findDueTasks(db: Executor, { now, limit, except }: Claim): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${tasks.id} from ${WITH_OWNERS}
      where ${isDue(now, except)} order by ${tasks.nextRunAt}, ${tasks.id} limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** When the next task is due, past or future; undefined when none is. */
export async function findNextDue(db: Executor, except: readonly string[]): Promise<Date | undefined> {
  const { rows } = await db.execute<{ next: Date | string }>(sql`
    select ${tasks.nextRunAt} as next from ${WITH_OWNERS}
      where ${tasks.nextRunAt} is not null and ${MAY_FIRE} and ${notAmong(except)}
      order by ${tasks.nextRunAt} limit 1`)
  return rows[0] && new Date(rows[0].next)
}

/** Tasks of active owners that were due before an instant and are not running. */
export async function countDueBefore(db: Executor, before: Date): Promise<{ count: number; oldest: Date | undefined }> {
  const { rows } = await db.execute<{ count: number; oldest: Date | string | null }>(sql`
    select count(*)::int as count, min(${tasks.nextRunAt}) as oldest from ${WITH_OWNERS}
      where ${tasks.nextRunAt} < ${before.toISOString()}::timestamptz and ${MAY_FIRE}`)
  const { count = 0, oldest } = rows[0] ?? {}
  return { count, oldest: oldest == null ? undefined : new Date(oldest) }
}

/** How many tasks there are in each state. */
export async function countTaskStates(
  db: Executor,
): Promise<{ state: 'enabled' | 'paused' | 'disabled'; tasks: number }[]> {
  const countIf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::integer`
  const [row] = await db
    .select({
      enabled: countIf(sql`${tasks.enabled} and ${tasks.pausedAt} is null`),
      paused: countIf(sql`${tasks.pausedAt} is not null`),
      disabled: countIf(sql`not ${tasks.enabled} and ${tasks.pausedAt} is null`),
    })
    .from(tasks)
  return (['enabled', 'paused', 'disabled'] as const).map((state) => ({ state, tasks: row?.[state] ?? 0 }))
}

/** Returns the ids of the new firings: a slot that has fired does not fire again. */
export async function insertFirings(tx: Executor, rows: readonly NewFiring[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const inserted = await tx
    .insert(firings)
    .values([...rows])
    .onConflictDoNothing({ target: [firings.taskId, firings.slot] })
    .returning({ id: firings.id })
  return new Set(inserted.map(({ id }) => id))
}

export async function insertFiringRuns(tx: Executor, rows: readonly NewFiringRun[]): Promise<void> {
  if (rows.length > 0) await tx.insert(runs).values([...rows])
}

export type TaskMove = { readonly id: string; readonly nextRunAt: Date | null; readonly firing: string | null }

/** Advances tasks after a claim, all in one statement; a task with a firing gets it as its open one. */
export async function advanceTasks(tx: Executor, moves: readonly TaskMove[], now: Date): Promise<void> {
  if (moves.length === 0) return
  const column = <T>(pick: (move: TaskMove) => T) => sql.param(moves.map(pick))
  await tx.execute(sql`
    update ${tasks} t
      set next_run_at = m.next_run_at,
        open_firing = m.firing,
        last_run_at = case when m.firing is null then t.last_run_at else ${now.toISOString()}::timestamptz end
      from unnest(
        ${column(({ id }) => id)}::uuid[],
        ${column(({ nextRunAt }) => nextRunAt?.toISOString() ?? null)}::timestamptz[],
        ${column(({ firing }) => firing)}::uuid[]) as m (id, next_run_at, firing)
      where t.id = m.id`)
}

export type LockedRun = { readonly run: FiringRunRow; readonly task: TaskRow }

/**
 * A run of a firing, by its own id or that of its execution, with its task, which is locked until the transaction ends.
 * Before it, its owner is locked against deletion: a row to join with is there only once that lock is held.
 */
export async function lockRunWithTask(
  tx: Executor,
  by: { readonly executionId: string } | { readonly id: string },
): Promise<LockedRun | undefined> {
  const [found] = await lockRunBy(tx, 'id' in by ? 'id' : 'executionId').execute(by)
  return found
}

const lockRunBy = builtForShapes((tx, by: 'id' | 'executionId') => {
  const owned = tx.$with('owned').as(
    tx
      .select({ runId: sql<string>`${runs.id}`.as('run_id') })
      .from(runs)
      .innerJoin(tasks, eq(tasks.id, runs.taskId))
      .innerJoin(users, eq(users.id, tasks.ownerId))
      .where(eq(runs[by], sql.placeholder(by)))
      .for('key share', { of: users }),
  )
  return tx
    .with(owned)
    .select({ run: runs, task: tasks })
    .from(owned)
    .innerJoin(runs, eq(runs.id, owned.runId))
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .for('update', { of: tasks })
    .prepare(UNNAMED)
})

type RunEnding = Pick<FiringRunRow, 'rowCount' | 'errorMessage'> & {
  readonly expectation?: FiringRunRow['expectation']
} & {
  readonly status: Exclude<FiringRunRow['status'], 'running'>
  readonly finishedAt: Date
}

/** A run that has just ended. */
export type EndedRun = FiringRunRow & {
  /** Whether there was something to do because of it, by the condition that was given. */
  readonly concerns: boolean
  /** Whether its firing has no other run. */
  readonly isAlone: boolean
}

/** Ends a run at most once; undefined if it had already ended. Its task is locked. */
export async function endFiringRun(
  tx: Executor,
  { id, firingId }: Pick<FiringRunRow, 'id' | 'firingId'>,
  ending: RunEnding,
  concern: Concern,
): Promise<EndedRun | undefined> {
  const [row] = await tx
    .update(runs)
    .set(ending)
    .where(and(eq(runs.id, id), eq(runs.status, 'running'), isNull(runs.capturesSince)))
    .returning({
      ...getTableColumns(runs),
      concerns: sql<boolean>`${concern}`,
      isAlone: sql<boolean>`not exists (select from ${runs} other where other.firing_id = ${firingId} and other.id <> ${id})`,
    })
  return row
}

/** Shows a run that has just ended as running again: it ends with its snapshot. */
export async function reopenForCapture(tx: Executor, id: string, now: Date): Promise<void> {
  await tx.update(runs).set({ status: 'running', finishedAt: null, capturesSince: now }).where(eq(runs.id, id))
}

/** Ends a run that was left open for its snapshot, at most once; undefined if it had already ended. */
export async function endCapturingRun(
  tx: Executor,
  id: string,
  ending: Pick<FiringRunRow, 'errorMessage' | 'finishedAt'>,
): Promise<FiringRunRow | undefined> {
  const [row] = await tx
    .update(runs)
    .set({ ...ending, status: 'success', capturesSince: null })
    .where(and(eq(runs.id, id), isNotNull(runs.capturesSince)))
    .returning()
  return row
}

/** The runs of a firing, in the order of its connections. */
export async function findRunsOf(tx: Executor, firingId: string): Promise<FiringRunRow[]> {
  return tx.select().from(runs).where(eq(runs.firingId, firingId)).orderBy(runs.position)
}

/** Ends a firing, and says what that does to its task. */
export async function endFiring(
  tx: Executor,
  { id, taskId, ...ending }: Required<Pick<NewFiring, 'id' | 'taskId' | 'status' | 'finishedAt'>>,
  changes: TaskChanges,
): Promise<void> {
  await endFiringAs(tx, keysOf(changes)).execute({ id, taskId, ...ending, ...changes })
}

/** By what changes about the task. */
const endFiringAs = builtForShapes((tx, changed: readonly (keyof TaskChanges)[]) => {
  const ended = tx.$with('ended').as(
    tx
      .update(firings)
      .set({ status: given(firings.status, 'status'), finishedAt: given(firings.finishedAt, 'finishedAt') })
      .where(eq(firings.id, sql.placeholder('id')))
      .returning({ id: firings.id }),
  )
  return tx
    .with(ended)
    .update(tasks)
    .set(Object.fromEntries(changed.map((key) => [key, given(tasks[key], key)])))
    .where(eq(tasks.id, sql.placeholder('taskId')))
    .prepare(UNNAMED)
})

/** Those of what is to be written, which leaves out the undefined. */
const keysOf = (changes: TaskChanges): (keyof TaskChanges)[] =>
  (Object.keys(changes) as (keyof TaskChanges)[]).filter((key) => changes[key] !== undefined)

export async function findRunIds(db: Executor, firingId: string): Promise<string[]> {
  const rows = await db.select({ id: runs.id }).from(runs).where(eq(runs.firingId, firingId)).orderBy(runs.position)
  return rows.map(({ id }) => id)
}

/** Deletes a batch of ended firings with their runs; returns how many. */
export async function deleteFiringsBefore(db: Executor, ownerId: number, before: Date, batch: number): Promise<number> {
  const old = db
    .select({ id: firings.id })
    .from(firings)
    .innerJoin(tasks, eq(tasks.id, firings.taskId))
    .where(
      sql`${tasks.ownerId} = ${ownerId} and ${firings.startedAt} < ${before.toISOString()}::timestamptz and ${firings.status} <> 'running'`,
    )
    .orderBy(firings.startedAt)
    .limit(batch)
  return (await db.delete(firings).where(inArray(firings.id, old))).rowCount ?? 0
}
