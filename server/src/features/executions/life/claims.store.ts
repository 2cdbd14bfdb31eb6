import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { builtOnce, given, UNNAMED } from '../../../platform/sql/built-once.ts'
import { fromNow } from '../../../platform/sql/columns.ts'
import { type ConnectionRow, controllerConnections } from '../../controller-connections/index.ts'
import { executions as table } from '../executions.tables.ts'
import { connectionIdsOf, LOGGED, RUN_REF } from './runs.store.ts'

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
  const [row] = await claim(db).execute({ id, ...terms })
  return row && { ...row, logged: row }
}

const claim = builtOnce((db) =>
  db
    .update(table)
    .set({
      startedAt: given(table.startedAt, 'now'),
      attempts: sql`${table.attempts} + 1`,
      attemptsPreparing: sql`${table.attemptsPreparing} + 1`,
      deadlineAt: fromNow(sql.placeholder('deadlineMs')),
    })
    .where(
      and(
        eq(table.id, sql.placeholder('id')),
        eq(table.status, 'running'),
        sql`${table.attempts} - ${table.handBacks} < ${sql.placeholder('mostAttempts')}`,
        lt(table.attempts, sql.placeholder('mostClaims')),
        isNull(table.cancelRequestedAt),
      ),
    )
    .returning({
      ...LOGGED,
      attempts: table.attempts,
      allowPartial: table.allowPartial,
      skipPostProcessors: table.skipPostProcessors,
      checkId: table.checkId,
      measure: table.measure,
      keepsRowsBefore: table.keepsRowsBefore,
    })
    .prepare(UNNAMED),
)

/** Notes that this attempt got past preparing, whatever came of it, and reads the connections of the run. */
export async function endPreparing(db: Executor, run: ClaimedRun): Promise<ConnectionRow[]> {
  return notePrepared(db).execute({ id: run.id, attempts: run.attempts, connections: connectionIdsOf(run) })
}

const notePrepared = builtOnce((db) => {
  const noted = db.$with('noted').as(
    db
      .update(table)
      .set({ attemptsPreparing: sql`${table.attemptsPreparing} - 1` })
      .where(and(eq(table.id, sql.placeholder('id')), eq(table.attempts, sql.placeholder('attempts'))))
      .returning({ id: table.id }),
  )
  return db
    .with(noted)
    .select()
    .from(controllerConnections)
    .where(sql`${controllerConnections.id} = any(${sql.placeholder('connections')}::uuid[])`)
    .prepare(UNNAMED)
})

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
      ...RUN_REF,
      cancelRequestedAt: table.cancelRequestedAt,
      attempts: table.attempts,
      attemptsPreparing: table.attemptsPreparing,
    })
    .from(table)
    .where(and(eq(table.id, id), eq(table.status, 'running')))
  return row
}

/** Locks a run so that it is neither ended nor claimed during the transaction. */
export async function lockRunRow(tx: Executor, id: string) {
  const [row] = await tx
    .select({ ...RUN_REF, status: table.status, attempts: table.attempts, cancelRequestedAt: table.cancelRequestedAt })
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
