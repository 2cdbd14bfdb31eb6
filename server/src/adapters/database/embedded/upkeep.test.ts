import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { writeMigrations } from '../../../testing/write-migrations.ts'
import { createPass } from './upkeep.ts'

const MEGABYTE = 1024 * 1024
const migrations = writeMigrations({ '0000_heap': 'create table heap (id int primary key, body text)' })

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ kind: 'embedded', migrations })
})

afterAll(() => database.drop())

describe('upkeep of the embedded database', () => {
  it('writes one checkpoint once enough has been logged', async () => {
    const pass = createPass(database.pool, 3 * MEGABYTE)
    await database.pool.query(`insert into heap select n, repeat('x', 1000) from generate_series(1, 4000) n`)
    await database.pool.query('vacuum (analyze) heap')

    const passes = [await pass(), await pass()]

    expect(passes.map(({ hasCheckpointed }) => hasCheckpointed)).toEqual([true, false])
  })

  it('vacuums a mostly deleted table once', async () => {
    const pass = createPass(database.pool)
    await database.pool.query(`insert into heap select n, '' from generate_series(10001, 12000) n`)
    await database.pool.query('delete from heap')

    const passes = [await pass(), await pass()]

    expect(passes.map(({ vacuumed }) => vacuumed)).toEqual(['public.heap', undefined])
    const { rows } = await database.pool.query(`select pg_relation_size('heap')::int as size`)
    expect(rows).toEqual([{ size: 0 }])
  })

  it('looks at the tables again only after a megabyte was written', async () => {
    const statements: string[] = []
    const query = (text: string, values: unknown[]) => {
      statements.push(text)
      return database.pool.query(text, values)
    }
    const pass = createPass({ query } as unknown as Pool)
    const looksIn = async (): Promise<boolean> => {
      statements.length = 0
      await pass()
      return statements.some((text) => text.includes('pg_stat_user_tables'))
    }
    while ((await pass()).vacuumed !== undefined);

    expect(await looksIn()).toBe(false)
    await database.pool.query(`insert into heap select n, repeat('x', 1000) from generate_series(20001, 21000) n`)
    expect(await looksIn()).toBe(true)
  })
})
