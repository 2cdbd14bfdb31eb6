import { and, asc, count, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { CHANGE_ORDERS, ChangeStatus } from '@heddle/contract/changes.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Order, PageOf, PageRequest } from '../../kernel/paging.ts'
import { countUnlessShown } from '../../platform/sql/counted-page.ts'
import { contains, natural, orderBy } from '../../platform/sql/list-sql.ts'
import { storable } from '../../platform/text/storable.ts'
import {
  changeQueries as queries,
  type ChangeQueryRow,
  type ChangeRow,
  changes as table,
  type SideResult,
} from './changes.tables.ts'

export type ChangeSide = 'before' | 'after'

export type ChangeFilter = {
  readonly search: string | undefined
  readonly status: ChangeStatus | undefined
  readonly controllerConnection: string | undefined
  readonly order: readonly Order<(typeof CHANGE_ORDERS)[number]>[]
}

type Counts = { readonly captured: number; readonly failed: number }
export type CountedChange = ChangeRow & { readonly before: Counts; readonly after: Counts }

async function withCounts(db: Executor, rows: readonly ChangeRow[]): Promise<CountedChange[]> {
  if (rows.length === 0) return []
  const found = await db
    .select(COUNTS)
    .from(queries)
    .where(
      inArray(
        queries.changeId,
        rows.map(({ id }) => id),
      ),
    )
    .groupBy(queries.changeId)
  const byId = new Map(found.map(({ changeId, ...counts }) => [changeId, counts]))
  return rows.map((row) => {
    const { capturedBefore = 0, doneBefore = 0, capturedAfter = 0, doneAfter = 0 } = byId.get(row.id) ?? {}
    return {
      ...row,
      before: { captured: capturedBefore, failed: doneBefore - capturedBefore },
      after: { captured: capturedAfter, failed: doneAfter - capturedAfter },
    }
  })
}

const COUNTS = {
  changeId: queries.changeId,
  capturedBefore: count(sql`${queries.before} ->> 'snapshot'`),
  doneBefore: count(queries.before),
  capturedAfter: count(sql`${queries.after} ->> 'snapshot'`),
  doneAfter: count(queries.after),
}

export async function listChanges(
  db: Executor,
  filter: ChangeFilter,
  page: PageRequest,
): Promise<PageOf<CountedChange>> {
  const { search, status, controllerConnection: connection } = filter
  const where = and(
    contains(search, [table.name, table.note]),
    status === undefined ? undefined : eq(table.status, status),
    connection === undefined ? undefined : eq(table.controllerConnectionId, connection),
  )
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(...orderBy(filter.order, { opened_at: table.openedAt, name: natural(table.name) }, table.id))
    .limit(page.size)
    .offset(page.offset)
  const count = await countUnlessShown(db, { table, where }, page, rows.length)
  return { count, items: await withCounts(db, rows) }
}

export async function findChange(db: Executor, id: string): Promise<CountedChange | undefined> {
  const [found] = await withCounts(db, await db.select().from(table).where(eq(table.id, id)))
  return found
}

/** The window that a check belongs to, locked until the transaction ends. */
export async function lockChangeOfCheck(tx: Executor, checkId: string): Promise<ChangeRow | undefined> {
  const ofCheck = or(eq(table.checkBeforeId, checkId), eq(table.checkAfterId, checkId))
  const [row] = await tx.select().from(table).where(ofCheck).for('no key update')
  return row
}

export async function lockChange(tx: Executor, id: string): Promise<ChangeRow | undefined> {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  return row
}

export async function insertChange(
  tx: Executor,
  row: ChangeRow,
  selected: readonly (typeof queries.$inferInsert)[],
): Promise<void> {
  await tx.insert(table).values(storable(row))
  await tx.insert(queries).values(selected.map(storable))
}

export async function updateChange(tx: Executor, id: string, changed: Partial<ChangeRow>): Promise<void> {
  await tx.update(table).set(storable(changed)).where(eq(table.id, id))
}

export async function deleteChange(tx: Executor, id: string): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}

export async function listChangeQueries(db: Executor, changeId: string): Promise<Omit<ChangeQueryRow, 'compared'>[]> {
  const { compared: _, ...shown } = COLUMNS
  return db.select(shown).from(queries).where(eq(queries.changeId, changeId)).orderBy(asc(queries.position))
}

const COLUMNS = {
  changeId: queries.changeId,
  position: queries.position,
  savedQueryId: queries.savedQueryId,
  name: queries.name,
  folder: queries.folder,
  packName: queries.packName,
  packCheck: queries.packCheck,
  packGroup: queries.packGroup,
  severity: queries.severity,
  before: queries.before,
  after: queries.after,
  compared: queries.compared,
  checked: queries.checked,
}

/** The next query without a result on this side. */
export async function nextUncaptured(
  db: Executor,
  changeId: string,
  side: ChangeSide,
): Promise<ChangeQueryRow | undefined> {
  return firstQuery(db, and(eq(queries.changeId, changeId), isNull(queries[side])))
}

/** The next query that the report says nothing about yet. */
export async function nextUncompared(db: Executor, changeId: string): Promise<ChangeQueryRow | undefined> {
  return firstQuery(db, and(eq(queries.changeId, changeId), isNull(queries.compared)))
}

async function firstQuery(db: Executor, where: ReturnType<typeof and>): Promise<ChangeQueryRow | undefined> {
  const [row] = await db.select().from(queries).where(where).orderBy(asc(queries.position)).limit(1)
  return row
}

const at = ({ changeId, position }: Pick<ChangeQueryRow, 'changeId' | 'position'>) =>
  and(eq(queries.changeId, changeId), eq(queries.position, position))

/** False if the query has a result already, or the window was deleted. */
export async function endSide(
  tx: Executor,
  query: ChangeQueryRow,
  side: ChangeSide,
  result: SideResult,
): Promise<boolean> {
  const open = and(at(query), isNull(queries[side]))
  return (
    (
      await tx
        .update(queries)
        .set({ [side]: storable(result) })
        .where(open)
    ).rowCount === 1
  )
}

/** Why the first query without a capture has none. */
export async function firstReason(db: Executor, changeId: string, side: ChangeSide): Promise<string | null> {
  const [row] = await db
    .select({ result: queries[side] })
    .from(queries)
    .where(and(eq(queries.changeId, changeId), sql`${queries[side]} ->> 'snapshot' is null`))
    .orderBy(asc(queries.position))
    .limit(1)
  return row?.result?.reason ?? null
}

/** Closing again begins anew. */
export async function clearAfter(tx: Executor, changeId: string): Promise<void> {
  await tx.update(queries).set({ after: null, compared: null, checked: null }).where(eq(queries.changeId, changeId))
}

export async function keepReport(
  tx: Executor,
  query: ChangeQueryRow,
  said: Pick<ChangeQueryRow, 'compared' | 'checked'>,
): Promise<void> {
  await tx.update(queries).set(said).where(at(query))
}

/** How many characters the report of a window has so far. */
export async function reportSize(db: Executor, changeId: string): Promise<number> {
  const [row] = await db
    .select({ size: sql<string | null>`sum(length(${queries.compared}))` })
    .from(queries)
    .where(eq(queries.changeId, changeId))
  return Number(row?.size ?? 0)
}

const READ_AT_ONCE = 10

/** What the report says, query by query. */
export async function* readReported(db: Executor, changeId: string, part: 'compared' | 'checked'): AsyncGenerator {
  for (let offset = 0; ; offset += READ_AT_ONCE) {
    const rows = await db
      .select({ text: queries[part] })
      .from(queries)
      .where(eq(queries.changeId, changeId))
      .orderBy(asc(queries.position))
      .limit(READ_AT_ONCE)
      .offset(offset)
    for (const { text } of rows) if (text !== null) yield JSON.parse(text) as unknown
    if (rows.length < READ_AT_ONCE) return
  }
}
