import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import type { Database } from '../../adapters/database/database.ts'
import { createEvents } from '../../platform/events/events.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { pino } from 'pino'
import type { ListedEntry, LogFilter } from './audit-log.store.ts'
import { createAuditRecorder } from './audit-recorder.ts'
import { searchPage } from './audit-search.ts'
import { searchAlongList, searchTrigrams, searchWindow } from './audit-search.store.ts'
import { createAuditService } from './audit.service.ts'
import { insertEntries } from '../../testing/audit/entries.ts'

const logger = pino({ level: 'silent' })
const NEWEST_FIRST: LogFilter = { order: { time: 'desc', id: 'desc' } }
const PAGE = { page: 1, size: 20, offset: 0 }
// More than are counted or searched, with equal times, and times in a different order than ids.
const ENTRIES = 10_500
const START = Date.parse('2026-03-01T00:00:00Z')

function entriesOfTheTest() {
  return Array.from({ length: ENTRIES }, (_, n) => ({
    category: (['query_execution', 'authentication', 'api_access'] as const)[n % 3]!,
    action: (['query_run', 'user_login', 'token_refresh'] as const)[n % 3]!,
    username: `user-${n % 7}`,
    userId: n % 7,
    ipAddress: `10.0.0.${n % 11}`,
    description: n % 2500 === 0 ? `A Needle, number ${n}` : n % 2 === 0 ? 'Ran a 100% saved_query' : 'Signed in',
    createdAt: new Date(START + ((n * 7919) % 5000) * 1000),
  }))
}

type Entry = ReturnType<typeof entriesOfTheTest>[number]
const second = (n: number) => new Date(START + n * 1000)

const serviceOf = (database: Database) => {
  const clock = createManualClock()
  return createAuditService({
    database,
    events: createEvents(createInProcessBus(logger), logger),
    clock,
    audit: createAuditRecorder(clock),
    logger,
  })
}

async function all(batches: AsyncIterable<readonly ListedEntry[]>): Promise<readonly ListedEntry[]> {
  const entries: ListedEntry[] = []
  for await (const batch of batches) entries.push(...batch)
  return entries
}

describe.each(databaseKinds())('the log (%s)', (kind) => {
  let database: TestDatabase
  let service: ReturnType<typeof serviceOf>
  beforeAll(async () => {
    database = await createTestDatabase({ kind })
    service = serviceOf(database)
    await insertEntries(database.db, entriesOfTheTest())
    await database.pool.query('analyze audit_entries')
  })
  afterAll(() => database.drop())

  it('is sorted by time, then id, without gaps or duplicates between pages', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => service.list(NEWEST_FIRST, { page, size: 200, offset: (page - 1) * 200 })),
    )
    const listed = pages.flatMap(({ items }) => items.map(({ createdAt, id }) => ({ at: createdAt.getTime(), id })))

    expect(listed).toEqual(listed.toSorted((a, b) => b.at - a.at || b.id - a.id))
    expect(new Set(listed.map(({ id }) => id)).size).toBe(600)
  })

  it('reports whether its count is exact or estimated', async () => {
    const all = await service.list(NEWEST_FIRST, PAGE)
    const some = await service.list({ ...NEWEST_FIRST, category: 'api_access' }, PAGE)

    expect(all).toMatchObject({ countIsExact: false, hasMore: true })
    expect(all.count).toBeGreaterThan(10_000)
    expect(some).toMatchObject({ countIsExact: true, count: ENTRIES / 3, hasMore: true })
  })

  it('has an exact count on the last page', async () => {
    const last = await service.list(NEWEST_FIRST, { page: 53, size: 200, offset: 10_400 })

    expect(last).toMatchObject({ count: ENTRIES, countIsExact: true, hasMore: false })
    expect(last.items).toHaveLength(100)
  })

  it.each<[string, Partial<LogFilter>, (entry: Entry) => boolean]>([
    ['category', { category: 'authentication' }, ({ category }) => category === 'authentication'],
    ['an unknown category', { category: 'nothing' }, () => false],
    ['action', { action: 'query_run' }, ({ action }) => action === 'query_run'],
    ['user', { userId: 3 }, ({ userId }) => userId === 3],
    ['username', { username: 'user-3' }, ({ username }) => username === 'user-3'],
    ['address', { ip: '10.0.0.3' }, ({ ipAddress }) => ipAddress === '10.0.0.3'],
    [
      'all of them',
      { category: 'api_access', action: 'token_refresh', userId: 3, username: 'user-3', ip: '10.0.0.3' },
      ({ category, userId, ipAddress }) => category === 'api_access' && userId === 3 && ipAddress === '10.0.0.3',
    ],
    ['the time from an instant on', { after: second(4999) }, ({ createdAt }) => createdAt >= second(4999)],
    ['the time up to an instant', { before: second(0) }, ({ createdAt }) => createdAt <= second(0)],
    [
      'a range of time',
      { after: second(1000), before: second(1009) },
      ({ createdAt: at }) => at >= second(1000) && at <= second(1009),
    ],
    ['a rare term', { search: 'a needle' }, ({ description }) => description.includes('Needle')],
    [
      'a rare term and a name',
      { search: 'NEEDLE', userId: 0 },
      ({ description, userId }) => description.includes('Needle') && userId === 0,
    ],
    ['a term without matches', { search: 'haystack' }, () => false],
    [
      'a term of two letters',
      { search: 'EE', userId: 0 },
      ({ description, userId }) => description.includes('ee') && userId === 0,
    ],
    [
      'a wildcard as text',
      { search: '%', userId: 1 },
      ({ description, userId }) => description.includes('%') && userId === 1,
    ],
    ['another one', { search: 'n_e' }, () => false],
  ])('filters by %s', async (_name, filter, isMeant) => {
    const count = entriesOfTheTest().filter(isMeant).length

    const found = await service.list({ ...NEWEST_FIRST, ...filter }, PAGE)

    expect(found).toMatchObject({ count, countIsExact: true, hasMore: count > PAGE.size })
    expect(found.items).toHaveLength(Math.min(count, PAGE.size))
  })

  it.each<LogFilter['order']>([{ time: 'asc', id: 'asc' }, { time: 'desc', id: 'asc' }, { id: 'asc' }, { id: 'desc' }])(
    'is exported in the order %o, batch after batch, to the bound',
    async (order) => {
      const { batches } = await service.export({ order }, {})
      const entries = await all(batches)

      const sign = (direction: 'asc' | 'desc') => (direction === 'asc' ? 1 : -1)
      const sorted = entries.toSorted(
        (a, b) =>
          (order.time ? sign(order.time) * (a.createdAt.getTime() - b.createdAt.getTime()) : 0) ||
          sign(order.id) * (a.id - b.id),
      )
      expect(entries).toHaveLength(10_000)
      expect(new Set(entries.map(({ id }) => id)).size).toBe(10_000)
      expect(entries).toEqual(sorted)
    },
  )

  it('leaves the entry of an export out of its own file', async () => {
    const { batches } = await service.export({ order: { time: 'asc', id: 'asc' }, category: 'admin_action' }, {})
    const before = (await all(batches)).length

    const again = await service.export({ order: { time: 'asc', id: 'asc' }, category: 'admin_action' }, {})

    expect(await all(again.batches)).toHaveLength(before + 1)
  })

  it('finds the same entries for a frequent term with every search strategy', async () => {
    const filter: LogFilter = { ...NEWEST_FIRST, search: 'saved_query' }
    const part = { offset: 1, limit: 3 }

    const near = await searchWindow(database.db, filter, {}, part)
    const rare = await database.transaction((tx) => searchTrigrams(tx, filter, {}, part))
    const walked = await searchAlongList(database.db, filter, {}, part, undefined)

    expect([near.ids, rare.ids]).toEqual([walked.ids, walked.ids])
    expect([near.isComplete, rare.isComplete, walked.isComplete]).toEqual([false, true, false])
  })

  it('rejects a term that the index cannot find and that would need a scan of the whole log', async () => {
    const search = (reach: number) => searchPage(database, { ...NEWEST_FIRST, search: 'zq' }, PAGE, reach)

    await expect(search(8_000)).rejects.toMatchObject({
      name: 'FieldErrors',
      body: { search: [expect.stringContaining('at least three letters')] },
    })
    expect(await search(2 * ENTRIES)).toMatchObject({ count: 0, countIsExact: true })
  })

  it('exports the matches of such a term', async () => {
    const { batches } = await service.export({ ...NEWEST_FIRST, search: 'ee' }, {})

    const meant = entriesOfTheTest().filter(({ description }) => description.includes('ee'))
    expect(await all(batches)).toHaveLength(meant.length)
  })

  it('finds a page beyond the search reach in the index', async () => {
    const filter: LogFilter = { ...NEWEST_FIRST, search: 'signed' }
    const page = { page: 23, size: 200, offset: 4400 }

    const found = await searchPage(database, filter, page, 6_000)

    expect(found.items).toEqual((await searchPage(database, filter, page)).items)
    expect(found).toMatchObject({ count: 5250, countIsExact: true, hasMore: true })
  })

  it('can be searched page by page to its end', async () => {
    const filter: LogFilter = { ...NEWEST_FIRST, search: 'signed', category: 'authentication' }

    const last = await service.list(filter, { page: 9, size: 200, offset: 1600 })

    expect(last).toMatchObject({ count: 1750, countIsExact: true, hasMore: false })
    expect(last.items).toHaveLength(150)
  })
})
