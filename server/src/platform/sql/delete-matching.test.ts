import { gt, sql } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { deleteMatching } from './delete-matching.ts'

const things = pgTable('numbered_things', { shelf: integer(), place: integer() })

describe.each(databaseKinds())('deleting what matches (%s)', (kind) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase({ kind })
    await database.db.execute(sql`create table ${things} (shelf int, place int, primary key (shelf, place))`)
  })
  afterAll(() => database.drop())

  it('deletes all of it, batch after batch, and nothing else', async () => {
    await database.db.insert(things).values(Array.from({ length: 25 }, (_, place) => ({ shelf: place % 2, place })))

    const deleted = await deleteMatching(database.db, things, [things.shelf, things.place], gt(things.place, 3), 10)

    expect(deleted).toBe(21)
    expect((await database.db.select().from(things)).map(({ place }) => place).toSorted()).toEqual([0, 1, 2, 3])
  })
})
