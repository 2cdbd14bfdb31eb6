import { eq, sql } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { writeMigrations } from '../../testing/write-migrations.ts'
import { builtForShapes, builtOnce, given, UNNAMED } from './built-once.ts'
import { instant } from './columns.ts'

const things = pgTable('things', { id: uuid().primaryKey(), name: text().notNull(), madeAt: instant() })
const migrations = writeMigrations({
  '0000_things': 'create table things (id uuid primary key, name text not null, made_at timestamp(3) with time zone)',
})

const ID = '00000000-0000-4000-8000-000000000001'

const thingById = builtOnce((db) =>
  db
    .select()
    .from(things)
    .where(eq(things.id, sql.placeholder('id')))
    .prepare(UNNAMED),
)
const change = builtForShapes((db, column: 'name' | 'madeAt') =>
  db
    .update(things)
    .set({ [column]: given(things[column], column) })
    .where(eq(things.id, sql.placeholder('id')))
    .prepare(UNNAMED),
)

describe.each(databaseKinds())('a statement that is built once, on %s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase({ migrations, kind })
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    await database.db.delete(things)
    await database.db.insert(things).values({ id: ID, name: 'old', madeAt: new Date(0) })
  })

  it('belongs to the transaction in which it is used, whichever that was when it was built', async () => {
    const undone = database.transaction(async (tx) => {
      await change(tx, 'name').execute({ id: ID, name: 'new' })
      const [inside] = await thingById(tx).execute({ id: ID })
      throw new Error(inside?.name)
    })

    await expect(undone).rejects.toThrow('new')
    expect(await thingById(database.db).execute({ id: ID })).toEqual([{ id: ID, name: 'old', madeAt: new Date(0) }])
    await expect(database.transaction((tx) => thingById(tx).execute({ id: ID }))).resolves.toHaveLength(1)
  })

  it('writes values as their columns store them, and null', async () => {
    await change(database.db, 'madeAt').execute({ id: ID, madeAt: new Date('2026-01-02T03:04:05.678Z') })
    const written = await thingById(database.db).execute({ id: ID })
    await change(database.db, 'madeAt').execute({ id: ID, madeAt: null })

    expect(written).toMatchObject([{ madeAt: new Date('2026-01-02T03:04:05.678Z') }])
    expect(await thingById(database.db).execute({ id: ID })).toMatchObject([{ madeAt: null }])
  })
})
