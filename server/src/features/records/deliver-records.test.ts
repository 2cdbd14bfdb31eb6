import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Client } from 'pg'
import { DAY, MINUTE, SECOND } from '../../kernel/durations.ts'
import { insertAttempts, insertEntries } from '../../testing/audit/entries.ts'
import { createTestCollector, findingOf, type Records, startRecords } from '../../testing/records/start-records.ts'

let records: Records
beforeAll(async () => {
  records = await startRecords()
})
afterAll(() => records.stop())

let siem: ReturnType<typeof createTestCollector>
beforeEach(async () => {
  await records.sql('truncate audit_entries, login_attempts, record_targets, executions, checks cascade')
  siem = createTestCollector()
  await records.begin(siem.collector)
})

const messages = () => siem.taken.map(({ body }) => body.message)
const deliver = () => records.deliver(siem.collector)
const stream = async () => (await records.streams(siem.collector))[0]!

describe('records', () => {
  it('reach a collector once, in the order of their tables', async () => {
    await records.record('first')
    await records.signIn('olga')
    await records.record('second')
    await records.addRun([findingOf('a'), findingOf('b')])
    await records.addCheck('Captured', [findingOf('c')])

    await deliver()
    await deliver()

    expect(messages()).toEqual([
      'first',
      'second',
      'olga signed in',
      'A query that was deleted: a: no VRF',
      'A query that was deleted: b: no VRF',
      'Captured: c: no VRF',
    ])
    expect(new Set(siem.taken.map(({ uid }) => uid)).size).toBe(6)
    expect(await stream()).toMatchObject({ state: 'ok', sent: 6, waiting: 0, lagSeconds: 0 })
  })

  it('begin with what happens from now on, or where wanted with the oldest that is kept', async () => {
    await records.record('before')
    const [now, beginning] = [createTestCollector('otlp'), createTestCollector('syslog')]
    await records.sql('truncate record_targets')
    await records.begin(now.collector)
    await records.begin(beginning.collector, true)
    await records.record('after')

    await records.deliver(now.collector)
    await records.deliver(beginning.collector)

    expect(now.taken.map(({ body }) => body.message)).toEqual(['after'])
    expect(beginning.taken.map(({ body }) => body.message)).toEqual(['before', 'after'])
  })

  it('go on where they were, when a collector is configured again', async () => {
    await records.record('while it was off')

    await records.begin(siem.collector)
    await deliver()

    expect(messages()).toEqual(['while it was off'])
  })

  it('leave out the findings of drafts, and what follows them is sent', async () => {
    await records.addRun([findingOf('draft')], true)
    await deliver()
    await records.addRun([findingOf('saved')])

    await deliver()

    expect(messages()).toEqual(['A query that was deleted: saved: no VRF'])
  })

  it('of many batches all arrive, in order', async () => {
    const at = records.clock.now()
    const texts = Array.from({ length: 1_203 }, (_, index) => `entry ${index}`)
    await insertEntries(
      records.database.db,
      texts.map((description) => ({ description, createdAt: at })),
    )

    await deliver()

    expect(messages()).toEqual(texts)
  })

  it('carry what was recorded when it is small, and how large it is when not', async () => {
    const [small, large] = [Buffer.from('{"a":1}'), Buffer.from('x'.repeat(5_000))]
    const createdAt = records.clock.now()
    await insertEntries(records.database.db, [
      { description: 'small', content: small, contentSizeBytes: small.length, createdAt },
      { description: 'large', content: large, contentSizeBytes: large.length, createdAt },
    ])

    await deliver()

    expect(siem.taken.map(({ body }) => body.unmapped)).toEqual([
      { content: { a: 1 }, content_size_bytes: 7 },
      { content_size_bytes: 5_000 },
    ])
  })
})

describe('while a collector is away', () => {
  it('nothing is lost, for days, and pauses grow to a minute', async () => {
    await records.record('one')
    siem.away()
    await deliver()
    await deliver()
    expect(records.failures).toHaveLength(1)
    expect(await stream()).toMatchObject({ state: 'failing', lastError: 'Nobody listens.', errorKind: 'unreachable' })

    for (let day = 0; day < 4; day += 1) {
      await records.clock.leap(DAY)
      await records.record(`day ${day}`)
      await deliver()
    }
    expect(await stream()).toMatchObject({ waiting: 5, lagSeconds: (4 * DAY) / SECOND })
    await records.clock.leap(59 * SECOND)
    siem.back()
    await deliver()
    expect(messages()).toEqual([])
    await records.clock.leap(SECOND)
    await deliver()

    expect(messages()).toEqual(['one', 'day 0', 'day 1', 'day 2', 'day 3'])
    expect(await stream()).toMatchObject({ state: 'ok', lastError: null, waiting: 0 })
  })

  it('the same records have the same ids when they are sent again', async () => {
    await records.record('twice')
    const first: string[] = []
    siem.answers((events) => {
      first.push(...events.map(({ uid }) => uid))
      return { ok: false, failure: { kind: 'interrupted', message: 'It died.' } }
    })
    await deliver()
    await records.clock.leap(MINUTE)
    siem.back()

    await deliver()

    expect(siem.taken.map(({ uid }) => uid)).toEqual(first)
  })

  it('it is left alone for as long as it asks', async () => {
    await records.record('later')
    siem.answers(() => ({ ok: false, failure: { kind: 'refused', message: 'Busy.', retryAfterMs: 5 * MINUTE } }))
    await deliver()
    siem.back()

    await records.clock.leap(4 * MINUTE)
    await deliver()
    expect(messages()).toEqual([])
    await records.clock.leap(MINUTE)
    await deliver()

    expect(messages()).toEqual(['later'])
  })

  it('another collector gets its records', async () => {
    const other = createTestCollector('otlp')
    await records.begin(other.collector)
    await records.record('for both')
    siem.away()

    await deliver()
    await records.deliver(other.collector)

    expect(other.taken).toHaveLength(1)
    expect((await records.streams(siem.collector, other.collector)).map(({ state }) => state)).toEqual([
      'failing',
      'ok',
    ])
  })
})

describe('a batch', () => {
  it('that is too large is sent in halves', async () => {
    for (let index = 0; index < 9; index += 1) await records.record(`${index}`)
    const sizes: number[] = []
    siem.answers((events) => {
      sizes.push(events.length)
      return events.length > 2
        ? { ok: false, failure: { kind: 'refused', message: 'The collector answered 413.', isTooLarge: true } }
        : { ok: true, refused: 0 }
    })

    await deliver()

    expect(messages()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8'])
    expect(Math.max(...sizes)).toBe(9)
  })

  it('of which a collector refuses a part for good counts it, and is not sent again', async () => {
    for (let index = 0; index < 3; index += 1) await records.record(`${index}`)
    siem.answers(() => ({ ok: true, refused: 2 }))

    await deliver()
    await deliver()

    expect(await stream()).toMatchObject({ sent: 1, refused: 2, waiting: 0 })
    expect(messages()).toHaveLength(3)
  })

  it('that was under way when the process stopped is sent again by the next one', async () => {
    await records.record('interrupted')
    const stopping = new AbortController()
    siem.answers(() => {
      stopping.abort()
      return { ok: false, failure: { kind: 'interrupted', message: 'stopping' } }
    })
    await records.deliver(siem.collector, stopping.signal)
    siem.back()

    await deliver()

    expect(messages()).toEqual(['interrupted'])
    expect(await stream()).toMatchObject({ state: 'ok' })
  })
})

describe('of two processes', () => {
  it('one sends, each record once', async () => {
    for (let index = 0; index < 20; index += 1) await records.record(`${index}`)

    await Promise.all([deliver(), deliver(), deliver()])

    expect(messages()).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`))
  })

  it('one goes on after a minute where the other one died, which writes nothing when it wakes up', async () => {
    await records.record('held')
    let wake = (): void => undefined
    const sleeping = new Promise<void>((resolve) => {
      siem.answers(async () => {
        siem.back()
        await new Promise<void>((woken) => {
          wake = woken
          resolve()
        })
        return { ok: true, refused: 0 }
      })
    })
    const dead = deliver()
    await sleeping

    await records.clock.leap(59 * SECOND)
    await deliver()
    expect(messages()).toEqual([])
    await records.clock.leap(2 * SECOND)
    await deliver()
    expect(messages()).toEqual(['held'])
    await records.record('next')
    await deliver()
    wake()
    await dead

    expect(await stream()).toMatchObject({ sent: 2, waiting: 0 })
    expect(messages()).toEqual(['held', 'next', 'held'])
  })
})

describe('a transaction that commits late', () => {
  const url = process.env['TEST_DATABASE_URL']

  it.skipIf(!url)(
    'brings records below others that were sent, and none is passed over',
    { timeout: 20_000 },
    async () => {
      const { rows } = await records.database.pool.query('select current_database() as name')
      const target = new URL(url!)
      target.pathname = `/${rows[0].name}`
      const late = new Client({ connectionString: target.href })
      await late.connect()
      try {
        await late.query('begin')
        const insert = `insert into audit_entries (category, action, username, description, metadata, content_compressed, content_size_bytes, created_at)
         values ('settings_change', 'settings_change', 'late', $1, '{}', false, 0, now())`
        await late.query(insert, ['late'])
        await records.record('early')
        await records.signIn('olga')

        await deliver()
        expect(messages()).toEqual(['olga signed in'])
        expect(await stream()).toMatchObject({ state: 'held', waiting: 1 })
        await late.query('commit')
        await deliver()

        expect(messages()).toEqual(['olga signed in', 'late', 'early'])
        expect(await stream()).toMatchObject({ state: 'ok', waiting: 0 })
      } finally {
        await late.end()
      }
    },
  )

  it('of the product brings all its records', async () => {
    const both = Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await records.record(`${index}`)
        await deliver()
      }),
    )
    await both
    await deliver()

    expect(messages().toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`).toSorted())
  })
})

describe('what expires', () => {
  const old = (days: number): Date => new Date(records.clock.now().getTime() - days * DAY)
  beforeEach(() => {
    records.log.holdUnsent({
      takenUpTo: async () => {
        const [row] = await records.sql('select audit_position, sign_in_position from record_targets')
        return { entries: Number(row!['audit_position']), loginAttempts: Number(row!['sign_in_position']) }
      },
      noteLost: async (count) => {
        await records.sql('update record_targets set lost = lost + $1', [count])
      },
    })
  })

  it('waits until it has been sent, for 30 days more, and is counted when it is deleted unsent', async () => {
    await insertEntries(records.database.db, [
      { description: 'too old', createdAt: old(90 + 31) },
      { description: 'old', createdAt: old(90 + 29) },
    ])
    await insertAttempts(records.database.db, [
      { username: 'too old', attemptedAt: old(365 + 31) },
      { username: 'old', attemptedAt: old(365 + 29) },
    ])

    await records.log.deleteExpired()
    expect(await stream()).toMatchObject({ lost: 2 })
    await deliver()
    await records.log.deleteExpired()

    expect(messages()).toEqual(['old', 'old signed in'])
    expect(await stream()).toMatchObject({ lost: 2 })
    expect(await records.sql('select id from audit_entries union all select id from login_attempts')).toEqual([])
  })
})
