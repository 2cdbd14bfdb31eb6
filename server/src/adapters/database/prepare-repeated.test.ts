import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeMigrations } from '../../testing/write-migrations.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { ONE_PLAN } from '../../kernel/one-plan.ts'

const migrations = writeMigrations({ '0000_notes': 'create table notes (id int, words text)' })
let database: TestDatabase

/** The statements that one connection has prepared once it has sent each of these a number of times. */
async function preparedAfter(times: number, statements: readonly (readonly [string, unknown[]])[]): Promise<string[]> {
  const client = await database.pool.connect()
  try {
    for (let time = 0; time < times; time++) for (const [text, values] of statements) await client.query(text, values)
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements')
    return rows.map(({ statement }) => statement)
  } finally {
    client.release()
  }
}

describe.each(databaseKinds())('a statement that a connection sends repeatedly (%s)', (kind) => {
  beforeAll(async () => {
    database = await createTestDatabase({ migrations, kind })
  })
  afterAll(() => database.drop())

  it('is prepared at its second time, and gives the same', async () => {
    const text = 'select words from notes where id = $1'
    await database.pool.query(`insert into notes values (7, 'seven')`)

    expect(await preparedAfter(1, [[text, [7]]])).not.toContain(text)
    expect(await preparedAfter(1, [[text, [7]]])).toContain(text)
    expect((await database.pool.query(text, [7])).rows).toEqual([{ words: 'seven' }])
    expect((await database.pool.query({ text, values: [7], rowMode: 'array' })).rows).toEqual([['seven']])
    expect((await database.pool.query(text, [8])).rows).toEqual([])
  })

  it('is prepared although it is a list, if it says that one plan is the best for all its values', async () => {
    const text = `select words from notes order by id ${ONE_PLAN} limit $1`

    expect(await preparedAfter(2, [[text, [1]]])).toContain(text)
  })

  it('is not prepared if it is a list, or returns whatever columns there are', async () => {
    const statements = [
      ['select words from notes order by id limit $1', [1]],
      ['select * from notes where id = $1', [1]],
      ['select notes.* from notes where id = $1', [1]],
      ['update notes set id = id where id = $1 returning *', [1]],
      ['select 1', []],
    ] as const

    const prepared = await preparedAfter(
      3,
      statements.map(([text, values]) => [text, [...values]]),
    )

    for (const [text] of statements) expect(prepared).not.toContain(text)
  })

  it('survives its own failures, and the transaction that rolls back around it', async () => {
    const text = 'insert into notes values ($1, $2)'
    const client = await database.pool.connect()
    for (const id of [1, 2, 'three', 4]) {
      await client.query('begin')
      await client.query(text, [id, 'x']).catch(() => undefined)
      await client.query('rollback')
    }
    await client.query(text, [5, 'kept'])
    client.release()

    expect((await database.pool.query('select words from notes where id = 5')).rows).toEqual([{ words: 'kept' }])
  })

  it('is one of 150 at most', async () => {
    const many = Array.from({ length: 200 }, (_, at) => [`select $1::int + ${at}`, [1]] as const)

    const prepared = await preparedAfter(
      2,
      many.map(([text, values]) => [text, [...values]]),
    )

    expect(prepared.length).toBeLessThanOrEqual(150)
  })
})
