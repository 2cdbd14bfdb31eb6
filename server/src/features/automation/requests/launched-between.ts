import { and, asc, gte, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { automationRequests as table } from '../automation.tables.ts'

const MOST = 1_000

/** Ids, the earliest first. */
type Launched = {
  /** With rows of the connection. */
  readonly requests: string[]
  /** With rows that were typed or sent: nothing says which fabric they are about. */
  readonly byHand: string[]
}

/** Requests that were launched within a span of time. */
export async function launchedBetween(db: Executor, connection: string, from: Date, to: Date): Promise<Launched> {
  const { selection, startedAt } = table
  const isOfConnection = sql`(${selection} ->> 'controllerConnection' = ${connection} or
    jsonb_exists(${selection} -> 'mergedConnections', ${connection}))`
  const launched = async (which: SQL): Promise<string[]> => {
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(and(gte(startedAt, from), lte(startedAt, to), which))
      .orderBy(asc(startedAt), asc(table.id))
      .limit(MOST)
    return rows.map(({ id }) => id)
  }
  return { requests: await launched(isOfConnection), byHand: await launched(isNull(selection)) }
}
