import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, SECOND } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createKnownDeaths, digestOf } from './known-deaths.ts'

const logger = pino({ level: 'silent' })
const REFUSED = 'It does not begin the same again for an hour'
const LOOK_MS = 10 * SECOND

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
}, 120_000)
afterAll(() => database.drop())

async function startProcess(kind: 'embedded' | 'postgres' = 'embedded') {
  const clock = createManualClock()
  const deaths = createKnownDeaths({ database: { ...database, kind }, clock, logger })
  await deaths.prepare()
  return { deaths, clock }
}

/** A process that dies in the middle of it: nothing that it would do afterwards happens. */
async function dieAt(work: string, kind?: 'embedded' | 'postgres'): Promise<void> {
  const { deaths } = await startProcess(kind)
  const begun = Promise.withResolvers<void>()
  void deaths.during(work, 'it', () => {
    begun.resolve()
    return new Promise(() => undefined)
  })
  await begun.promise
}

const tried = async (work: string, { deaths }: Awaited<ReturnType<typeof startProcess>>) =>
  deaths.during(work, 'it', () => Promise.resolve('done')).catch((error: unknown) => String(error))

describe('work of requests at which processes die', () => {
  it('does not begin again after two deaths in a row', async () => {
    await dieAt('killer')
    await dieAt('killer')
    const afterTwo = await startProcess()

    expect(await tried('killer', afterTwo)).toContain(REFUSED)
    expect(await tried('another', afterTwo)).toBe('done')
  })

  it('begins again where the same ended between two deaths', async () => {
    await dieAt('victim')
    const afterOne = await tried('victim', await startProcess())
    await dieAt('victim')

    expect(afterOne).toBe('done')
    expect(await tried('victim', await startProcess())).toBe('done')
  })

  it('begins again an hour after the last death', async () => {
    await dieAt('old')
    await dieAt('old')
    await startProcess()
    await database.pool.query(`update work_deaths set last_at = now() - $1 * interval '1 millisecond'`, [HOUR + SECOND])

    expect(await tried('old', await startProcess())).toBe('done')
  })

  it('does not count work that ended, however it ended', async () => {
    for (let time = 0; time < 3; time++) {
      const { deaths } = await startProcess()
      await deaths.during('fails', 'it', () => Promise.reject(new Error('no'))).catch(() => undefined)
    }

    expect(await tried('fails', await startProcess())).toBe('done')
  })
})

describe('where other processes live', () => {
  const expire = () => database.pool.query(`update work_under_way set alive_until = now() - interval '1 second'`)

  it('is known to be dead once it was silent at two looks', async () => {
    const { deaths, clock } = await startProcess('postgres')
    deaths.start()
    for (let death = 0; death < 2; death++) {
      await dieAt('far', 'postgres')
      await expire()
      await clock.advance(LOOK_MS)
      expect(deaths.isSetAside('far')).toBe(false)
      await clock.advance(LOOK_MS)
    }

    expect(deaths.isSetAside('far')).toBe(true)
    deaths.close()
  })

  it('a process that was only silent takes its death back when its work ends', async () => {
    const { deaths, clock } = await startProcess('postgres')
    deaths.start()
    await dieAt('slow', 'postgres')
    await expire()
    await clock.advance(2 * LOOK_MS)
    const silent = await startProcess('postgres')
    const end = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    const ended = silent.deaths.during('slow', 'it', () => {
      begun.resolve()
      return end.promise
    })
    await begun.promise
    await expire()
    await clock.advance(2 * LOOK_MS)
    const taken = deaths.isSetAside('slow')

    end.resolve('done')
    await ended
    await clock.advance(LOOK_MS)

    expect([taken, deaths.isSetAside('slow')]).toEqual([true, false])
    deaths.close()
  })

  it('a process that works for long says that it lives', async () => {
    const { deaths, clock } = await startProcess('postgres')
    deaths.start()
    const end = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const ended = deaths.during('long', 'it', () => {
      begun.resolve()
      return end.promise
    })
    await begun.promise
    await expire()

    await clock.advance(2 * LOOK_MS)

    const { rows } = await database.pool.query(
      `select alive_until > now() as alive from work_under_way where work = 'long'`,
    )
    expect(rows).toEqual([{ alive: true }])
    end.resolve()
    await ended
    deaths.close()
  })
})

it('takes equal requests for the same work', () => {
  expect(digestOf('run', { a: 1 })).toBe(digestOf('run', { a: 1 }))
  expect(digestOf('run', { a: 1 })).not.toBe(digestOf('run', { a: 2 }))
})
