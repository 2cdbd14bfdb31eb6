import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { controllerConnections } from '../controller-connections/index.ts'
import { executions, REACHING } from '../executions/index.ts'
import { connectionFaults as table } from './channels.tables.ts'

/** Whether a run failed because its controller could not be used at all. */
export const couldNotReach = async (tx: Executor, executionId: string): Promise<boolean> =>
  (await tx.$count(executions, and(eq(executions.id, executionId), inArray(executions.reason, [...REACHING])))) > 0

export async function findConnectionName(tx: Executor, id: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ name: controllerConnections.name })
    .from(controllerConnections)
    .where(eq(controllerConnections.id, id))
  return row?.name
}

/** True when there was none before. Merged runs, whose connection is none, are left out. */
export async function noteFault(tx: Executor, connectionId: string, since: Date): Promise<boolean> {
  if ((await findConnectionName(tx, connectionId)) === undefined) return false
  const noted = await tx
    .insert(table)
    .values({ connectionId, since })
    .onConflictDoNothing()
    .returning({ id: table.connectionId })
  return noted.length > 0
}

/** Whether a fault is noted, for a statement to judge. */
export const hasFault = (connectionId: string): SQL =>
  sql`exists (select from ${table} where ${eq(table.connectionId, connectionId)})`

/** True when there was a fault. */
export async function noteRecovery(tx: Executor, connectionId: string): Promise<boolean> {
  return (
    (await tx.delete(table).where(eq(table.connectionId, connectionId)).returning({ id: table.connectionId })).length >
    0
  )
}
