import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PlatformList } from '@heddle/contract/platform-files.ts'

/** What a file last made of a connection, template, group or setting, to tell whether somebody changed it since. */
export const fileThings = pgTable(
  'file_things',
  {
    list: text().$type<PlatformList>().notNull(),
    thingId: text().notNull(),
    /** Of the entry that the file would have now. */
    contentHash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.thingId] })],
)
