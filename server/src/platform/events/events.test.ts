import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Concern, createEvents, defineEvent } from './events.ts'

const happened = defineEvent('happened', Type.Object({ what: Type.String() }))
const logger = pino({ level: 'silent' })
const newEvents = () => createEvents(createInProcessBus(logger), logger)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('create table handled (what text)')
})
afterAll(() => database.drop())
const write = async (tx: Executor, what: string): Promise<void> => {
  await tx.execute(sql`insert into handled values (${what})`)
}
const handled = async () =>
  (await database.pool.query<{ what: string }>('select what from handled order by what')).rows.map(({ what }) => what)

describe('a raised event', () => {
  it('is handled inside the transaction, one handler at a time', async () => {
    const events = newEvents()
    events.onRaised(happened, (tx, { what }) => write(tx, `${what} first`))
    events.onRaised(happened, (tx, { what }) => write(tx, `${what} second`))

    await database.transaction((tx) => events.raise(tx, happened, { what: 'committed' }))

    expect(await handled()).toEqual(expect.arrayContaining(['committed first', 'committed second']))
  })

  it('leaves no trace when the transaction rolls back', async () => {
    const events = newEvents()
    events.onRaised(happened, (tx, { what }) => write(tx, what))

    const attempt = database.transaction(async (tx) => {
      await events.raise(tx, happened, { what: 'rolled back' })
      throw new Error('a later failure')
    })

    await expect(attempt).rejects.toThrow('a later failure')
    expect(await handled()).not.toContain('rolled back')
  })

  it('rolls the transaction back when a handler fails', async () => {
    const events = newEvents()
    events.onRaised(happened, () => Promise.reject(new Error('a handler fails')))

    const attempt = database.transaction(async (tx) => {
      await write(tx, 'undone')
      await events.raise(tx, happened, { what: 'anything' })
    })

    await expect(attempt).rejects.toThrow('a handler fails')
    expect(await handled()).not.toContain('undone')
  })

  it('without a handler is ignored', async () => {
    await expect(
      database.transaction((tx) => newEvents().raise(tx, happened, { what: 'unheard' })),
    ).resolves.toBeUndefined()
  })
})

describe('the concern of an event', () => {
  it.each<[string, readonly Concern[], Concern]>([
    ['nobody listens', [], false],
    ['it concerns nobody', [false, false], false],
    ['it concerns one', [false, true, sql`false`], true],
  ])('is known when %s', (_when, concerns, expected) => {
    const events = newEvents()
    for (const concern of concerns) events.onRaised(happened, () => Promise.resolve(), { concerns: () => concern })

    expect(events.concern(happened, { what: 'anything' })).toBe(expected)
  })

  it('is that of a handler that does not say', () => {
    const events = newEvents()
    events.onRaised(happened, () => Promise.resolve())

    expect(events.concern(happened, { what: 'anything' })).toBe(true)
  })

  it('is a condition when only the database can tell', async () => {
    const events = newEvents()
    for (const what of ['something', 'another thing'])
      events.onRaised(happened, () => Promise.resolve(), {
        concerns: () => sql`exists (select from handled where what = ${what})`,
      })
    const judge = async () => {
      const concern = events.concern(happened, { what: 'anything' })
      const { rows } = await database.db.execute(sql`select ${concern} as concern`)
      return rows[0]?.['concern']
    }

    const before = await judge()
    await write(database.db, 'another thing')

    expect([before, await judge()]).toEqual([false, true])
  })

  it('that the database denies leaves out the handlers that had left it to the database', async () => {
    const events = newEvents()
    const handled: string[] = []
    const handler = (name: string) => () => Promise.resolve(void handled.push(name))
    events.onRaised(happened, handler('always'))
    events.onRaised(happened, handler('asks'), { concerns: () => sql`false` })

    const asked = events.openConcern(happened, { what: 'anything' })
    await events.raise(database.db, happened, { what: 'anything' }, { isConcern: false })
    await events.raise(database.db, happened, { what: 'anything' }, { isConcern: true })

    expect(asked).toBeDefined()
    expect(handled).toEqual(['always', 'always', 'asks'])
  })
})
