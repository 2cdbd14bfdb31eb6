import { asc, gt } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageRequest } from '../../kernel/paging.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { writeMigrations } from '../../testing/write-migrations.ts'
import { countUnlessShown, readCounted } from './counted-page.ts'

const things = pgTable('counted_things', { id: integer().primaryKey() })
const migrations = writeMigrations({
  '0000_things': 'create table counted_things as select generate_series(1, 12) as id',
})
const where = gt(things.id, 2)
const pageOf = (page: number): PageRequest => ({ page, size: 4, offset: (page - 1) * 4 })

describe.each(databaseKinds())('a page of ten (%s)', (kind) => {
  let database: TestDatabase
  let sent = 0
  beforeAll(async () => {
    database = await createTestDatabase({ migrations, kind })
    database.pool.on('acquire', () => sent++)
  })
  afterAll(() => database.drop())

  const read = async (request: PageRequest) => {
    const before = sent
    const page = await readCounted<{ readonly id: number }>(database.db, { table: things, where }, request, (total) =>
      database.db
        .select({ id: things.id, total })
        .from(things)
        .where(where)
        .orderBy(asc(things.id))
        .limit(request.size)
        .offset(request.offset),
    )
    return { ...page, statements: sent - before }
  }

  it('comes with the count of all, in one statement', async () => {
    expect(await read(pageOf(1))).toEqual({
      ...{ count: 10, statements: 1 },
      items: [{ id: 3 }, { id: 4 }, { id: 5 }, { id: 6 }],
    })
    expect(await read(pageOf(3))).toEqual({ count: 10, items: [{ id: 11 }, { id: 12 }], statements: 1 })
  })

  it('behind the last is counted by a statement of its own', async () => {
    expect(await read(pageOf(4))).toEqual({ count: 10, items: [], statements: 2 })
  })

  it.each([
    [2, 3, 10, 0],
    [0, 1, 0, 0],
    [4, 1, 10, 1],
    [0, 9, 10, 1],
  ])('with %i rows as page %i means %i in all, after %i statements', async (shown, page, count, statements) => {
    const before = sent

    expect(await countUnlessShown(database.db, { table: things, where }, pageOf(page), shown)).toBe(count)
    expect(sent - before).toBe(statements)
  })
})
