import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { writeMigrations } from '../../../testing/write-migrations.ts'
import { checkpointWhenDue, vacuumWhenDue } from './upkeep.ts'

const MEGABYTE = 1024 * 1024
const migrations = writeMigrations({ '0000_heap': 'create table heap (id int primary key, body text)' })

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ kind: 'embedded', migrations })
})

afterAll(() => database.drop())

describe('upkeep of the embedded database', () => {
  it('writes one checkpoint once enough has been logged', async () => {
    await database.pool.query(`insert into heap select n, repeat('x', 1000) from generate_series(1, 4000) n`)

    const answers = [
      await checkpointWhenDue(database.pool, 3 * MEGABYTE),
      await checkpointWhenDue(database.pool, 3 * MEGABYTE),
    ]

    expect(answers).toEqual([true, false])
  })

  it('vacuums a mostly deleted table once', async () => {
    await database.pool.query(`insert into heap select n, '' from generate_series(10001, 12000) n`)
    await database.pool.query('delete from heap')

    const vacuumed = [await vacuumWhenDue(database.pool), await vacuumWhenDue(database.pool)]

    expect(vacuumed).toEqual(['public.heap', undefined])
    const { rows } = await database.pool.query(`select pg_relation_size('heap')::int as size`)
    expect(rows).toEqual([{ size: 0 }])
  })
})
