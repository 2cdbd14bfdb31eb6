import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { SiemTarget } from '../../adapters/siem/siem-collectors.ts'
import { RECORD_TABLES, type Positions, hasMore, newestPositions } from './record-tables.ts'
import { recordTargets as table, type TargetRow } from './records.tables.ts'

/** A new target begins here; a known one goes on where it was. */
export async function beginTarget(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  target: SiemTarget,
  { fromBeginning, now }: { readonly fromBeginning: boolean; readonly now: Date },
): Promise<void> {
  if ((await findTarget(db, target)) !== undefined) {
    // The database has one process, so a lease is that of a dead one.
    if (kind === 'embedded') await db.update(table).set({ leasedUntil: null }).where(eq(table.target, target))
    return
  }
  const positions = fromBeginning
    ? { auditPosition: 0, signInPosition: 0, runFindingPosition: 0, checkFindingPosition: 0 }
    : await newestPositions(db)
  await db
    .insert(table)
    .values({ target, ...positions, createdAt: now })
    .onConflictDoNothing()
}

export async function findTarget(db: Executor, target: SiemTarget): Promise<TargetRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.target, target))
  return row
}

const isFree = (now: Date) =>
  and(
    or(isNull(table.leasedUntil), lt(table.leasedUntil, now)),
    or(isNull(table.nextAttemptAt), lte(table.nextAttemptAt, now)),
  )

/** Claims a target that has something to take and that nobody sends to. One statement, so only one caller gets it. */
export async function claimTarget(
  db: Executor,
  target: SiemTarget,
  lease: { readonly token: string; readonly now: Date; readonly until: Date },
): Promise<TargetRow | undefined> {
  const { token, now, until } = lease
  const hasAny = or(...RECORD_TABLES.map((one) => hasMore(db, one, table[one.position])))
  const [row] = await db
    .update(table)
    .set({ leaseToken: token, leasedUntil: until })
    .where(and(eq(table.target, target), isFree(now), hasAny))
    .returning()
  return row
}

/** Undefined when the lease went to another process; then nothing was written. */
export async function updateLeased(
  db: Executor,
  target: SiemTarget,
  token: string,
  changes: Partial<TargetRow>,
): Promise<TargetRow | undefined> {
  const [row] = await db
    .update(table)
    .set(changes)
    .where(and(eq(table.target, target), eq(table.leaseToken, token)))
    .returning()
  return row
}

/** How far all of these have got; undefined when there is none. */
export async function takenByAll(
  db: Executor,
  targets: readonly SiemTarget[],
): Promise<Pick<Positions, 'auditPosition' | 'signInPosition'> | undefined> {
  const [row] = await db
    .select({
      auditPosition: sql<number | null>`min(${table.auditPosition})::float8`,
      signInPosition: sql<number | null>`min(${table.signInPosition})::float8`,
    })
    .from(table)
    .where(inArray(table.target, [...targets]))
  if (!row || row.auditPosition === null || row.signInPosition === null) return undefined
  return { auditPosition: row.auditPosition, signInPosition: row.signInPosition }
}

/** Of those that had not taken them, whatever the others did. */
export async function addLost(db: Executor, targets: readonly SiemTarget[], count: number): Promise<void> {
  await db
    .update(table)
    .set({ lost: sql`${table.lost} + ${count}::bigint` })
    .where(inArray(table.target, [...targets]))
}
