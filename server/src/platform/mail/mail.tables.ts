import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** Mails on their way, and for some time the memory of those that were sent or given up. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Text and HTML, sealed because they carry one-time links; null once the mail is sent or given up. */
    bodySealed: text(),
    state: text().$type<'waiting' | 'sending' | 'sent' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** When the last attempt began; one that lasts too long belongs to a process that has died. */
    attemptedAt: instant(),
    lastError: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (table) => [index('mail_outbox_created_at').on(table.createdAt)],
)
