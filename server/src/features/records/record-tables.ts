import { and, asc, eq, exists, getTableName, gt, lte, max, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Finding } from '@heddle/contract/findings.ts'
import { type AuditEntryToSend, recordOfEntry, type Sender } from '@heddle/domain/records/audit-record.ts'
import { type CheckThatFound, recordOfFinding } from '@heddle/domain/records/finding-record.ts'
import type { RecordEvent, RecordSource } from '@heddle/domain/records/record-event.ts'
import { recordOfSignIn } from '@heddle/domain/records/sign-in-record.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { auditEntries, loginAttempts, unpackContent } from '../audit/index.ts'
import { checkFindings, checkResults, checks } from '../checks/index.ts'
import { controllerConnections } from '../controller-connections/index.ts'
import { executionFindings, executions } from '../executions/index.ts'
import { savedQueries } from '../queries/index.ts'
import type { TargetRow } from './records.tables.ts'

export type Positions = Pick<
  TargetRow,
  'auditPosition' | 'signInPosition' | 'runFindingPosition' | 'checkFindingPosition'
>

/** Says of the program what it is, and gives each record an id that no other one has. */
export type Naming = {
  readonly version: string
  readonly uidOf: (place: string, atMs: number) => string
}

type Walk = { readonly after: number; readonly upTo: number; readonly limit: number }
type Stored = { readonly position: number; readonly events: readonly RecordEvent[] }

/** A table whose rows are records, in the order of a column that grows. */
export type RecordTable = {
  readonly position: keyof Positions
  readonly source: RecordSource
  readonly table: PgTable
  readonly id: PgColumn
  /** Rows that one batch has at most. */
  readonly mostRows: number
  readonly read: (db: Executor, walk: Walk, naming: Naming) => Promise<readonly Stored[]>
  /** When the first row after a position was written. */
  readonly firstAt: (db: Executor, after: number) => Promise<Date | undefined>
}

/** What an entry holds beyond this can be read in Heddle. */
const MOST_CONTENT_BYTES = 4_096
const MOST_SMALL_ROWS = 250
/** Up to a hundred findings a row. */
const MOST_FINDING_ROWS = 2

const within = (id: PgColumn, { after, upTo }: Walk): SQL | undefined => and(gt(id, after), lte(id, upTo))
const senderOf = ({ version, uidOf }: Naming, place: string, at: Date): Sender => ({
  version,
  uid: uidOf(place, at.getTime()),
})

const auditTable: RecordTable = {
  ...{ position: 'auditPosition', source: 'audit', table: auditEntries, id: auditEntries.id },
  mostRows: MOST_SMALL_ROWS,
  read: async (db, walk, naming) => {
    const { content, contentSizeBytes, id, ...columns } = auditColumns
    const rows = await db
      .select({ ...columns, id, contentSizeBytes, content })
      .from(auditEntries)
      .where(within(auditEntries.id, walk))
      .orderBy(asc(auditEntries.id))
      .limit(walk.limit)
    return rows.map((row) => {
      const entry: AuditEntryToSend = {
        ...row,
        content: row.content === null ? undefined : unpackContent(row.content, row.contentCompressed),
      }
      return { position: row.id, events: [recordOfEntry(entry, senderOf(naming, `audit:${row.id}`, row.createdAt))] }
    })
  },
  firstAt: async (db, after) =>
    firstOf(
      await db
        .select({ at: auditEntries.createdAt })
        .from(auditEntries)
        .where(gt(auditEntries.id, after))
        .orderBy(asc(auditEntries.id))
        .limit(1),
    ),
}

const auditColumns = {
  id: auditEntries.id,
  category: auditEntries.category,
  action: auditEntries.action,
  username: auditEntries.username,
  userId: auditEntries.userId,
  ipAddress: auditEntries.ipAddress,
  userAgent: auditEntries.userAgent,
  description: auditEntries.description,
  targetType: auditEntries.targetType,
  targetId: auditEntries.targetId,
  metadata: auditEntries.metadata,
  content: sql<Buffer | null>`case when ${auditEntries.contentSizeBytes} <= ${sql.raw(String(MOST_CONTENT_BYTES))} then ${auditEntries.content} end`,
  contentCompressed: auditEntries.contentCompressed,
  contentSizeBytes: auditEntries.contentSizeBytes,
  createdAt: auditEntries.createdAt,
}

const signInTable: RecordTable = {
  ...{ position: 'signInPosition', source: 'sign_in', table: loginAttempts, id: loginAttempts.id },
  mostRows: MOST_SMALL_ROWS,
  read: async (db, walk, naming) => {
    const rows = await db
      .select()
      .from(loginAttempts)
      .where(within(loginAttempts.id, walk))
      .orderBy(asc(loginAttempts.id))
      .limit(walk.limit)
    return rows.map((row) => ({
      position: row.id,
      events: [recordOfSignIn(row, senderOf(naming, `sign_in:${row.id}`, row.attemptedAt))],
    }))
  },
  firstAt: async (db, after) =>
    firstOf(
      await db
        .select({ at: loginAttempts.attemptedAt })
        .from(loginAttempts)
        .where(gt(loginAttempts.id, after))
        .orderBy(asc(loginAttempts.id))
        .limit(1),
    ),
}

const runFindingTable: RecordTable = {
  ...{ position: 'runFindingPosition', source: 'finding', table: executionFindings, id: executionFindings.sequence },
  mostRows: MOST_FINDING_ROWS,
  read: async (db, walk, naming) => {
    const rows = await db
      .select({
        sequence: executionFindings.sequence,
        items: executionFindings.items,
        at: executions.executedAt,
        savedQueryId: executions.savedQueryId,
        draft: executions.draft,
        name: savedQueries.name,
        pack: sql<string | null>`${savedQueries.pack} ->> 'name'`,
        connectionId: executions.controllerConnectionId,
        connectionName: controllerConnections.name,
        executionId: executions.id,
        username: executions.username,
      })
      .from(executionFindings)
      .innerJoin(executions, eq(executions.id, executionFindings.executionId))
      .leftJoin(savedQueries, eq(savedQueries.id, executions.savedQueryId))
      .leftJoin(controllerConnections, eq(controllerConnections.id, executions.controllerConnectionId))
      .where(within(executionFindings.sequence, walk))
      .orderBy(asc(executionFindings.sequence))
      .limit(walk.limit)
    return rows.map(({ items, draft, ...check }) => ({
      position: check.sequence,
      // Somebody who tries a draft checks nothing.
      events: draft ? [] : eventsOf(items, check, naming, 'run_finding'),
    }))
  },
  firstAt: async (db, after) =>
    firstOf(
      await db
        .select({ at: executions.executedAt })
        .from(executionFindings)
        .innerJoin(executions, eq(executions.id, executionFindings.executionId))
        .where(gt(executionFindings.sequence, after))
        .orderBy(asc(executionFindings.sequence))
        .limit(1),
    ),
}

const ofResult = and(eq(checkResults.checkId, checkFindings.checkId), eq(checkResults.position, checkFindings.position))

const checkFindingTable: RecordTable = {
  ...{ position: 'checkFindingPosition', source: 'finding', table: checkFindings, id: checkFindings.sequence },
  mostRows: MOST_FINDING_ROWS,
  read: async (db, walk, naming) => {
    const rows = await db
      .select({
        sequence: checkFindings.sequence,
        items: checkFindings.items,
        at: checks.createdAt,
        savedQueryId: checkResults.savedQueryId,
        name: checkResults.name,
        pack: checkResults.packName,
        connectionId: checks.controllerConnectionId,
        connectionName: controllerConnections.name,
        username: checks.username,
      })
      .from(checkFindings)
      .innerJoin(checks, eq(checks.id, checkFindings.checkId))
      .innerJoin(checkResults, ofResult)
      .leftJoin(controllerConnections, eq(controllerConnections.id, checks.controllerConnectionId))
      .where(within(checkFindings.sequence, walk))
      .orderBy(asc(checkFindings.sequence))
      .limit(walk.limit)
    return rows.map(({ items, ...check }) => ({
      position: check.sequence,
      events: eventsOf(items, { ...check, executionId: null }, naming, 'check_finding'),
    }))
  },
  firstAt: async (db, after) =>
    firstOf(
      await db
        .select({ at: checks.createdAt })
        .from(checkFindings)
        .innerJoin(checks, eq(checks.id, checkFindings.checkId))
        .where(gt(checkFindings.sequence, after))
        .orderBy(asc(checkFindings.sequence))
        .limit(1),
    ),
}

export const RECORD_TABLES: readonly RecordTable[] = [auditTable, signInTable, runFindingTable, checkFindingTable]

const firstOf = ([row]: readonly { readonly at: Date }[]): Date | undefined => row?.at

function eventsOf(items: string, check: CheckThatFound, naming: Naming, place: string): RecordEvent[] {
  return (JSON.parse(items) as Finding[]).map((finding, index) =>
    recordOfFinding(finding, check, senderOf(naming, `${place}:${check.sequence}:${index}`, check.at)),
  )
}

/** Whether a table has rows after a position. */
export const hasMore = (db: Executor, { table, id }: RecordTable, after: SQLWrapper): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(table)
      .where(sql`${id} > ${after}`),
  )

/** The last of the next rows, at most `limit` of them; undefined when there are none. */
export async function lastOfNext(
  db: Executor,
  { table, id }: RecordTable,
  after: number,
  limit: number,
): Promise<number | undefined> {
  const ids = await db.select({ id }).from(table).where(gt(id, after)).orderBy(asc(id)).limit(limit)
  return ids.at(-1)?.id as number | undefined
}

export async function newestPositions(db: Executor): Promise<Positions> {
  const newest = async ({ table, id }: RecordTable): Promise<number> => {
    const [row] = await db.select({ id: max(id) }).from(table)
    return Number(row?.id ?? 0)
  }
  const [auditPosition, signInPosition, runFindingPosition, checkFindingPosition] = [
    await newest(auditTable),
    await newest(signInTable),
    await newest(runFindingTable),
    await newest(checkFindingTable),
  ]
  return { auditPosition, signInPosition, runFindingPosition, checkFindingPosition }
}

/** Rows after a position, as far as they are counted. */
export async function countAfter(
  db: Executor,
  { table, id }: RecordTable,
  after: number,
  most: number,
): Promise<number> {
  const some = db
    .select({ id })
    .from(table)
    .where(gt(id, after))
    .limit(most + 1)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row!.count
}

const WRITING = ['RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']

/**
 * Transactions that may have written rows of a table that nobody sees yet. A transaction locks the table before it
 * takes an id, so any that holds an id from before now, and has not committed, is among them.
 */
export async function writersOf(db: Executor, { table }: Pick<RecordTable, 'table'>): Promise<readonly string[]> {
  const { rows } = await db.execute<{ writer: string }>(
    sql`select distinct virtualtransaction as writer from pg_locks
        where locktype = 'relation' and relation = ${getTableName(table)}::regclass and granted
        and database = (select oid from pg_database where datname = current_database())
        and mode in (${sql.join(
          WRITING.map((mode) => sql`${mode}`),
          sql`, `,
        )})
        and pid is distinct from pg_backend_pid()`,
  )
  return rows.map(({ writer }) => writer)
}
