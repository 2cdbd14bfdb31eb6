import { and, asc, eq } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { mimFavorites as table } from './mim.tables.ts'

export type FavoriteRow = { readonly id: number; readonly className: string }

const SHOWN = { id: table.id, className: table.className }

export async function listFavorites(db: Executor, userId: number): Promise<FavoriteRow[]> {
  return db.select(SHOWN).from(table).where(eq(table.userId, userId)).orderBy(asc(table.className))
}

/** Undefined when it already is a favorite of the user. */
export async function insertFavorite(
  tx: Executor,
  userId: number,
  className: string,
  createdAt: Date,
): Promise<FavoriteRow | undefined> {
  const [row] = await tx.insert(table).values({ userId, className, createdAt }).onConflictDoNothing().returning(SHOWN)
  return row
}

export async function findFavorite(db: Executor, userId: number, className: string): Promise<FavoriteRow | undefined> {
  const [row] = await db
    .select(SHOWN)
    .from(table)
    .where(and(eq(table.userId, userId), eq(table.className, className)))
  return row
}

export async function deleteFavorite(tx: Executor, userId: number, id: number): Promise<FavoriteRow | undefined> {
  const [row] = await tx
    .delete(table)
    .where(and(eq(table.userId, userId), eq(table.id, id)))
    .returning(SHOWN)
  return row
}
