import { and, eq, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { deleteMatching } from '../../../platform/sql/delete-matching.ts'
import { mimGraphs } from '../../mim/index.ts'
import { aiClassNotes } from '../assistant.tables.ts'

type ClassNotesRow = typeof aiClassNotes.$inferSelect
export type StoredNotes = ClassNotesRow['notes']

export async function findClassNotes(
  database: Executor,
  { graphId, className }: Pick<ClassNotesRow, 'graphId' | 'className'>,
): Promise<StoredNotes | undefined> {
  const [row] = await database
    .select({ notes: aiClassNotes.notes })
    .from(aiClassNotes)
    .where(and(eq(aiClassNotes.graphId, graphId), eq(aiClassNotes.className, className)))
  return row?.notes
}

/** Another process may have asked at the same time: the first answer stays. */
export async function insertClassNotes(database: Executor, row: ClassNotesRow): Promise<void> {
  await database.insert(aiClassNotes).values(row).onConflictDoNothing()
}

/** Deletes the notes on graphs that no longer exist, and empty ones written before that time. */
export async function deleteOldClassNotes(
  database: Executor,
  { emptyBefore }: { readonly emptyBefore: Date },
): Promise<void> {
  const graphs = database.select({ id: sql<string>`${mimGraphs.id}::text` }).from(mimGraphs)
  const isEmpty = sql`jsonb_array_length(${aiClassNotes.notes}) = 0`
  const isOld = or(notInArray(aiClassNotes.graphId, graphs), and(isEmpty, lt(aiClassNotes.createdAt, emptyBefore)))!
  await deleteMatching(database, aiClassNotes, [aiClassNotes.graphId, aiClassNotes.className], isOld)
}
