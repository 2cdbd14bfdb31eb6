import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../sql/columns.ts'

/** Work of requests that goes on in some process; what is left behind was under way when its process died. */
export const workUnderWay = pgTable('work_under_way', {
  id: uuid().primaryKey(),
  /** The digest of what is worked on, equal whenever the same is tried again. */
  work: text().notNull(),
  /** By the database's clock. Its process moves it on while it lives. */
  aliveUntil: instant().notNull(),
})

/** Work of requests at which processes died within the last hour. */
export const workDeaths = pgTable('work_deaths', {
  work: text().primaryKey(),
  deaths: integer().notNull(),
  lastAt: instant().notNull(),
})
