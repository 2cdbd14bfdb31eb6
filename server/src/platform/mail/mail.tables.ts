import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SealedColumn } from '../../adapters/secrets/reencrypt.ts'
import { instant } from '../sql/columns.ts'

/** Outgoing mails, and for some time a record of those sent or given up. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Text and HTML, sealed because they contain one-time links; null once the mail is sent or given up. */
    bodySealed: text(),
    state: text().$type<'waiting' | 'sending' | 'sent' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** When the last attempt started; one that lasts too long belongs to a dead process. */
    attemptedAt: instant(),
    lastError: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (table) => [index('mail_outbox_created_at').on(table.createdAt)],
)

export const OUTBOX_SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'mail_outbox', column: 'body_sealed', idColumn: 'id' },
]
