import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/sql/columns.ts'

/** Notes that AI wrote on a class of one class model; the same for all users. */
export const aiClassNotes = pgTable(
  'ai_class_notes',
  {
    graphId: text().notNull(),
    className: text().notNull(),
    notes: jsonb().$type<readonly { readonly title: string; readonly text: string }[]>().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.graphId, table.className] })],
)
