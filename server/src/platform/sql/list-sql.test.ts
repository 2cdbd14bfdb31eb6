import { sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compareNatural } from '@heddle/domain/values/natural-order.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { natural, orderBy } from './list-sql.ts'

const things = pgTable('ordered_things', { id: integer().primaryKey(), name: text() })

const TRICKY = [
  ...['', '0', '00', '1', '01', '001', '10', '2', '9', '09', '1.10', '1.9', '-1', ' 1', '1 ', '1a', 'a1'],
  ...['eth1/2', 'eth1/10', 'eth1/02', 'eth01/2', 'eth1/', 'eth1', 'Eth1/3', 'eth', 'node-101', 'node-1001', 'node-99'],
  ...[
    '16.0(9c)',
    '16.0(10c)',
    `x${'9'.repeat(300)}`,
    `x1${'0'.repeat(300)}`,
    `x${'0'.repeat(300)}2`,
    'x3',
    '9'.repeat(40),
  ],
  ...[
    '/',
    ':',
    '0/',
    '0:',
    '١٢',
    '２',
    'é2',
    'é10',
    'e\u0301 2',
    'ß',
    'ſ',
    'Z',
    'z',
    '_',
    '\ue000',
    '\uffee',
    '😀2',
    '😀10',
    '\u{10ffff}',
  ],
  ...['%', '\\1', "'1", '"2', '\t3', 'a\n10', 'a\n9', 'web 2 of 10', 'web 2 of 9', 'web 10 of 1'],
]

describe.each(databaseKinds())('lists in natural order (%s)', (kind) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase({ kind })
    await database.db.execute(sql`create table ${things} (id int primary key, name text)`)
  })
  afterAll(() => database.drop())
  beforeEach(() => database.db.delete(things))

  const store = (names: readonly (string | null)[]) =>
    database.db.insert(things).values(names.map((name, id) => ({ id, name })))

  async function listed(descending: boolean) {
    const order = orderBy([{ field: 'name', descending }], { name: natural(things.name) }, things.id)
    return (await database.db.select().from(things).orderBy(...order)).map(({ name }) => name) // prettier-ignore
  }

  it('are sorted as the domain compares names', async () => {
    await store(TRICKY)

    const ascending = [...TRICKY].sort(compareNatural)
    expect(await listed(false)).toEqual(ascending)
    expect(await listed(true)).toEqual(ascending.reverse())
  })

  it('end with the rows without a value, in either direction', async () => {
    await store(['b10', null, 'b9'])

    expect(await listed(false)).toEqual(['b9', 'b10', null])
    expect(await listed(true)).toEqual(['b10', 'b9', null])
  })

  it('show equal names by id', async () => {
    await store(['a', 'a', 'a'])

    const order = orderBy([{ field: 'name', descending: true }], { name: natural(things.name) }, things.id)
    expect((await database.db.select().from(things).orderBy(...order)).map(({ id }) => id)).toEqual([2, 1, 0]) // prettier-ignore
  })
})
