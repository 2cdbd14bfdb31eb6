import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_AUDIT_SETTINGS } from '@heddle/domain/audit/audit-settings.ts'
import { AUDIT_CATEGORIES } from '@heddle/domain/audit/categories.ts'
import type { AuditSettingsPatch } from '@heddle/contract/audit.ts'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { createEvents } from '../../platform/events/events.ts'
import { DAY, HOUR } from '../../kernel/durations.ts'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createAuditRecorder } from './audit-recorder.ts'
import type { LogFilter } from './audit-log.store.ts'
import { type AuditService, createAuditService } from './audit.service.ts'
import { insertAttempts, insertEntries } from '../../testing/audit/entries.ts'

const logger = pino({ level: 'silent' })
const NEWEST_FIRST: LogFilter = { order: { time: 'desc', id: 'desc' } }
const PAGE = { page: 1, size: 50, offset: 0 }
let database: TestDatabase
let clock: ManualClock
let service: AuditService
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('truncate audit_entries, login_attempts, instance_settings')
  clock = createManualClock()
  service = createAuditService({
    database,
    events: createEvents(createInProcessBus(logger), logger),
    clock,
    audit: createAuditRecorder(clock),
    logger,
  })
})

const change = (patch: AuditSettingsPatch) =>
  service.changeSettings({ username: 'root', isSuperuser: true }, { patch, ifMatch: { check: () => undefined } })
const ago = (ms: number) => new Date(clock.now().getTime() - ms)
const entries = async (filter: Partial<LogFilter> = {}) =>
  (await service.list({ ...NEWEST_FIRST, ...filter }, PAGE)).items
const record = (description: string) =>
  database.transaction((tx) => createAuditRecorder(clock).record(tx, { action: 'settings_change', description }))

describe('settings', () => {
  it('have defaults until changed, and can be changed in part', async () => {
    expect(await service.settings()).toEqual(DEFAULT_AUDIT_SETTINGS)

    await change({ groups: { mim: false } })
    const settings = await change({ groups: { ai: false }, retention_days: { api_access: 7 }, content_max_bytes: 100 })

    expect(settings).toEqual({
      ...DEFAULT_AUDIT_SETTINGS,
      groups: { ...DEFAULT_AUDIT_SETTINGS.groups, mim: false, ai: false },
      retention_days: { ...DEFAULT_AUDIT_SETTINGS.retention_days, api_access: 7 },
      content_max_bytes: 100,
    })
    expect(await service.settings()).toEqual(settings)
  })

  it('hold for the next entry of a process that has not seen them change', async () => {
    const elsewhere = createAuditRecorder(clock)
    const use = (content: string) =>
      database.transaction((tx) =>
        elsewhere.record(tx, { action: 'ai_settings_update', description: content, content }),
      )

    await use('first')
    await change({ groups: { ai: false } })
    await use('second')
    await change({ groups: { ai: true }, content_max_bytes: 3 })
    await use('third')

    const found = await entries({ category: 'ai_configuration', order: { time: 'desc', id: 'asc' } })
    expect(found.map(({ description }) => description)).toEqual(['first', 'third'])
    expect((await service.get(found[1]!.id)).metadata).toEqual({ content_cut: true })
  })

  it('keep both of two concurrent changes', async () => {
    const days = Object.fromEntries(AUDIT_CATEGORIES.map((category, n) => [category, n + 1]))

    await Promise.all(Object.entries(days).map(([category, n]) => change({ retention_days: { [category]: n } })))

    expect((await service.settings()).retention_days).toEqual(days)
  })

  it('log the values before and after a change', async () => {
    await change({ groups: { mim: false, ai: true }, compress_threshold_bytes: 5 })

    expect(await entries()).toMatchObject([
      {
        category: 'settings_change',
        action: 'settings_change',
        username: 'system',
        metadata: {
          before: { 'groups.mim': true, compress_threshold_bytes: 1_048_576 },
          after: { 'groups.mim': false, compress_threshold_bytes: 5 },
        },
      },
    ])
  })

  it('log that nothing changed', async () => {
    await change({ groups: { mim: true } })

    expect((await entries()).map(({ description }) => description)).toEqual([
      'The audit settings were changed: nothing',
    ])
  })

  it('log when their own group is disabled, then only what is below the floor, and then when it is enabled', async () => {
    await change({ groups: { settings: false } })
    await change({ groups: { mim: false } })
    await record('not written')
    await change({ retention_days: { admin_action: 29 } })
    await change({ groups: { settings: true } })

    expect((await entries()).map(({ metadata }) => metadata['after'])).toEqual([
      { 'groups.settings': true },
      { 'retention_days.admin_action': 29 },
      { 'groups.settings': false },
    ])
  })
})

describe('statistics', () => {
  it.each([
    ['24h', 3, 2],
    ['7d', 5, 3],
    ['30d', 7, 4],
  ] as const)('of %s count only newer entries', async (window, total, actors) => {
    const ages = [0, HOUR, 24 * HOUR, 25 * HOUR, 7 * DAY, 8 * DAY, 30 * DAY, 31 * DAY]
    await insertEntries(
      database.db,
      ages.map((age, n) => ({
        createdAt: ago(age),
        category: 'snapshot',
        username: `user-${Math.floor((n + 1) / 2)}`,
      })),
    )
    await insertAttempts(
      database.db,
      ages.map((age, n) => ({ attemptedAt: ago(age), success: n === 1 })),
    )

    const stats = await service.stats(window)

    expect(stats).toEqual({
      window,
      total,
      by_category: { ...Object.fromEntries(AUDIT_CATEGORIES.map((category) => [category, 0])), snapshot: total },
      failed_logins: total - 1,
      unique_actors: actors,
    })
  })

  it('follow the log although days that are over are counted once', async () => {
    const insert = (...ages: readonly number[]) =>
      insertEntries(
        database.db,
        ages.map((age) => ({ createdAt: ago(age), category: 'snapshot' as const })),
      )
    const total = async () => (await service.stats('30d')).total
    await insert(40 * DAY, 30 * DAY - HOUR, 20 * DAY, 10 * DAY, HOUR)

    const counted = [await total()]
    await insert(0)
    counted.push(await total())
    await clock.advance(2 * HOUR)
    counted.push(await total())
    await clock.advance(3 * DAY)
    await insert(HOUR)
    counted.push(await total())
    await change({ retention_days: { snapshot: 15 } })
    await service.deleteExpired()
    await change({ retention_days: { snapshot: 90 } })
    counted.push((await service.stats('30d')).by_category['snapshot'] ?? NaN)

    expect(counted).toEqual([4, 5, 4, 5, 4])
  })

  it('count usernames even if there are very many', async () => {
    await insertEntries(
      database.db,
      Array.from({ length: 10_300 }, (_, n) => ({
        createdAt: ago(n < 10_200 ? HOUR : 2 * DAY),
        username: `guess-${n}`,
      })),
    )

    expect(await service.stats('24h')).toMatchObject({ total: 10_200, unique_actors: 10_200 })
  })
})

describe('expired entries', () => {
  it('are deleted per category, login attempts along with authentication', async () => {
    await change({ retention_days: { api_access: 1, authentication: 3 } })
    for (const category of ['api_access', 'authentication', 'query_execution'] as const) {
      await insertEntries(
        database.db,
        [0, 2, 4, 91].map((days) => ({ createdAt: ago(days * DAY), category })),
      )
    }
    await insertAttempts(
      database.db,
      [0, 2, 4].map((days) => ({ attemptedAt: ago(days * DAY) })),
    )

    const deleted = await service.deleteExpired()

    const left = async (category: string) => (await entries({ category })).length
    expect(deleted).toBe(3 + 2 + 1 + 1)
    expect([await left('api_access'), await left('authentication'), await left('query_execution')]).toEqual([1, 2, 3])
    expect(await service.listLoginAttempts(NEWEST_FIRST, PAGE)).toMatchObject({ count: 2 })
  })

  it('do not include changes of these settings for 365 days, whatever the settings say', async () => {
    await change({ retention_days: { settings_change: 1 } })
    await record('another entry of the category')
    await clock.leap(364 * DAY)
    await service.deleteExpired()
    const early = await entries()
    await clock.leap(2 * DAY)
    await service.deleteExpired()

    expect(early.map(({ description }) => description)).toEqual([
      'The audit settings were changed: retention_days.settings_change',
    ])
    expect(await entries()).toEqual([])
  })

  it('are deleted as time passes, even if they are more than one batch', async () => {
    await insertEntries(
      database.db,
      Array.from({ length: 2_500 }, (_, n) => ({ createdAt: ago(n), category: 'api_access' })),
    )

    const early = await service.deleteExpired()
    await clock.leap(30 * DAY)
    const late = await service.deleteExpired()

    // The newest entry is exactly at the age limit.
    expect([early, late]).toEqual([0, 2_499])
  })
})
