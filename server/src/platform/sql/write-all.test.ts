import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { writeMigrations } from '../../testing/write-migrations.ts'
import { bytea, instant } from './columns.ts'
import { insertAll, updateAll } from './write-all.ts'

const things = pgTable('things', {
  id: uuid().primaryKey(),
  place: integer().generatedAlwaysAsIdentity(),
  shownName: text().notNull(),
  size: integer().notNull().default(7),
  isLarge: boolean(),
  parts: jsonb().$type<unknown>(),
  content: bytea(),
  madeAt: instant(),
})

const migrations = writeMigrations({
  '0000_things': `create table things (
    id uuid primary key,
    place integer generated always as identity,
    shown_name text not null,
    size integer not null default 7,
    is_large boolean,
    parts jsonb,
    content bytea,
    made_at timestamp(3) with time zone
  )`,
})

const ONE = '00000000-0000-4000-8000-000000000001'
const TWO = '00000000-0000-4000-8000-000000000002'
const THREE = '00000000-0000-4000-8000-000000000003'
const EMPTY = { size: 7, isLarge: null, parts: null, content: null, madeAt: null }

describe.each(databaseKinds())('on %s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase({ migrations, kind })
  })
  afterAll(() => database.drop())
  beforeEach(() => database.db.execute(sql`truncate things restart identity`))
  const stored = () => database.db.select().from(things).orderBy(things.place)

  it('stores values of every kind as they are', async () => {
    const rows = [
      {
        ...{ id: ONE, shownName: 'a "b", {c}\\ \n', size: 1, isLarge: true, content: Buffer.from([0, 34, 92, 255]) },
        ...{ parts: [{ text: 'it\'s "x" \\ \\n, {}' }, null, 1.5], madeAt: new Date('2026-01-02T03:04:05.678Z') },
      },
      { ...EMPTY, id: TWO, shownName: 'NULL', parts: 'NULL' },
      { ...EMPTY, id: THREE, shownName: '', parts: {}, isLarge: false },
    ]

    await database.transaction((tx) => insertAll(tx, things, rows))

    expect(await stored()).toEqual(rows.map((row, at) => ({ ...row, place: at + 1 })))
  })

  it('gives a row the defaults of its columns, where it does not say', async () => {
    await insertAll(database.db, things, [
      { id: ONE, shownName: 'one', size: 3 },
      { id: TWO, shownName: 'two', parts: [], size: undefined },
    ])

    expect(await stored()).toEqual([
      { ...EMPTY, id: ONE, place: 1, shownName: 'one', size: 3 },
      { ...EMPTY, id: TWO, place: 2, shownName: 'two', parts: [] },
    ])
  })

  it('changes each row in its own way, and no other', async () => {
    await insertAll(
      database.db,
      things,
      [ONE, TWO, THREE].map((id) => ({ id, shownName: id, parts: [id], size: 1 })),
    )
    const [one, two, three] = await stored()

    await updateAll(database.db, things, [
      { row: one!, changes: { shownName: 'changed', isLarge: undefined } },
      { row: three!, changes: { parts: null, size: 9 } },
    ])

    expect(await stored()).toEqual([{ ...one, shownName: 'changed' }, two, { ...three, parts: null, size: 9 }])
  })

  it('writes only columns that change in one of the rows', async () => {
    await insertAll(database.db, things, [{ id: ONE, shownName: 'one' }])
    const [row] = await stored()

    await database.db.execute(sql`update things set size = 100`)
    await updateAll(database.db, things, [{ row: row!, changes: { shownName: 'two' } }])

    expect(await stored()).toEqual([{ ...row, shownName: 'two', size: 100 }])
  })

  it('refuses columns of lists, whose values would be mixed', async () => {
    const tagged = pgTable('things', { id: uuid().primaryKey(), tags: text().array() })

    await expect(insertAll(database.db, tagged, [{ id: ONE, tags: ['a', 'b'] }])).rejects.toThrow(/tags holds lists/)
  })

  it('does nothing where there is nothing to write', async () => {
    await insertAll(database.db, things, [{ id: ONE, shownName: 'one' }])
    const [row] = await stored()

    await insertAll(database.db, things, [])
    await updateAll(database.db, things, [])
    await updateAll(database.db, things, [{ row: row!, changes: { size: undefined } }])

    expect(await stored()).toEqual([row])
  })
})
