import { sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { foreignKeyViolation, uniqueViolation } from '../../platform/sql/constraint-errors.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { writeMigrations } from '../../testing/write-migrations.ts'
import type { Executor } from './database.ts'
import { UsedOutsideTransaction } from './transaction-scope.ts'

const things = pgTable('things', {
  id: integer().primaryKey(),
  displayName: text().notNull().unique(),
  parentId: integer(),
})

const migrations = writeMigrations({
  '0000_things': `create table things (
    id integer primary key,
    display_name text not null constraint things_display_name_unique unique,
    parent_id integer constraint things_parent_fk references things
  )`,
})

const add = (executor: Executor, id: number, displayName: string, parentId?: number) =>
  executor.insert(things).values({ id, displayName, parentId })

/** Work that fails with this SQLSTATE the first `times` times. */
function failing(sqlstate: string, times: number) {
  const work = {
    runs: 0,
    run: async (tx: Executor): Promise<number> => {
      work.runs += 1
      await add(tx, work.runs, `run ${work.runs}`)
      if (work.runs <= times)
        await tx.execute(sql.raw(`do $$ begin raise exception 'as asked' using errcode = '${sqlstate}'; end $$`))
      return work.runs
    },
  }
  return work
}

describe.each(databaseKinds())('the database (%s)', (kind) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase({ kind, migrations })
  })

  afterAll(() => database.drop())

  beforeEach(() => database.db.delete(things))

  const names = async (): Promise<string[]> =>
    (await database.db.select().from(things).orderBy(things.id)).map((thing) => thing.displayName)

  describe('a transaction', () => {
    it('commits what its work did and returns its value', async () => {
      const value = await database.transaction(async (tx) => {
        await add(tx, 1, 'one')
        await add(tx, 2, 'two')
        return 'done'
      })

      expect(value).toBe('done')
      expect(await names()).toEqual(['one', 'two'])
    })

    it('rolls back when its work throws, and rethrows the error', async () => {
      const error = new Error('changed my mind')

      const outcome = database.transaction(async (tx) => {
        await add(tx, 1, 'one')
        throw error
      })

      await expect(outcome).rejects.toBe(error)
      expect(await names()).toEqual([])
    })

    it('rolls back only the inner part when a savepoint fails', async () => {
      await database.transaction(async (tx) => {
        await add(tx, 1, 'one')
        await tx.transaction((inner) => add(inner, 1, 'one again')).catch(() => undefined)
        await add(tx, 2, 'two')
      })

      expect(await names()).toEqual(['one', 'two'])
    })

    it.each([
      ['a query on the database', () => database.db.select().from(things)],
      ['a query on the pool', () => database.pool.query('select 1')],
      ['a second transaction', () => database.transaction(async () => undefined)],
    ])('refuses %s inside it immediately', async (_, misuse) => {
      const outcome = database.transaction(async () => {
        await misuse()
      })

      await expect(outcome).rejects.toSatisfy(
        (error: Error) => error instanceof UsedOutsideTransaction || error.cause instanceof UsedOutsideTransaction,
      )
      await database.ping()
    })

    it('lets work it started use the database once it has ended', async () => {
      const gate = Promise.withResolvers<undefined>()
      let later: Promise<unknown> = Promise.resolve()

      await database.transaction(async (tx) => {
        await add(tx, 1, 'one')
        later = gate.promise.then(names)
      })
      gate.resolve(undefined)

      expect(await later).toEqual(['one'])
    })

    it.each(['40001', '40P01'])('retries after the error %s as often as `retries` allows', async (sqlstate) => {
      const work = failing(sqlstate, 2)

      const value = await database.transaction(work.run, { retries: 2 })

      expect(value).toBe(3)
      expect(await names()).toEqual(['run 3'])
    })

    it.each([
      ['retries are not requested', '40001', 0],
      ['the error is a different one', '22012', 2],
    ])('does not retry when %s', async (_, sqlstate, retries) => {
      const work = failing(sqlstate, 1)

      await expect(database.transaction(work.run, { retries })).rejects.toThrow()

      expect(work.runs).toBe(1)
    })

    it('uses the requested isolation level', async () => {
      const { rows } = await database.transaction((tx) => tx.execute(sql`show transaction_isolation`), {
        isolationLevel: 'serializable',
      })

      expect(rows).toEqual([{ transaction_isolation: 'serializable' }])
    })

    it('rethrows the error of its work even when the connection was lost too', async () => {
      const error = new Error('changed my mind')

      const outcome = database.transaction(async (tx) => {
        await tx.execute(sql`rollback`)
        await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => undefined)
        throw error
      })

      await expect(outcome).rejects.toBe(error)
      await database.ping()
    })
  })

  describe('a constraint', () => {
    it('is named when a unique value already exists', async () => {
      await add(database.db, 1, 'one')

      const error: unknown = await add(database.db, 2, 'one').catch((caught: unknown) => caught)

      expect(uniqueViolation(error)).toBe('things_display_name_unique')
      expect(foreignKeyViolation(error)).toBeUndefined()
    })

    it('is named when a reference points nowhere', async () => {
      const error: unknown = await add(database.db, 2, 'two', 1).catch((caught: unknown) => caught)

      expect(foreignKeyViolation(error)).toBe('things_parent_fk')
      expect(uniqueViolation(error)).toBeUndefined()
    })
  })

  it('uses UTC', async () => {
    const { rows } = await database.pool.query('show timezone')

    expect(rows).toEqual([{ TimeZone: 'UTC' }])
  })
})
