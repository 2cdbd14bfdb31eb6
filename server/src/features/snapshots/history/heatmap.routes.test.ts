import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../kernel/durations.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import type { Client } from '../../../testing/start-test-app.ts'
import { BRIDGE_DOMAINS, type Snapshots, startSnapshots } from '../../../testing/snapshots/start-snapshots.ts'
import { HEATMAP, historyOf } from '../../../testing/snapshots/history-app.ts'

// In Warsaw the clocks went from 02:00 to 03:00 on 29 March.
const clock = createManualClock('2026-03-28T22:59:00Z')
let app: Snapshots
let history: ReturnType<typeof historyOf>
beforeAll(async () => {
  app = await startSnapshots({ clock })
  history = historyOf(app)
})
afterAll(() => app.stop())

const WEB = 'uni/tn-A/BD-web'
const store = () => app.controller.store

describe('the heatmap', () => {
  /** Captures on both sides of midnight in Warsaw, around the clock change; one row of five changes twice. */
  async function nights() {
    const query = await app.save(BRIDGE_DOMAINS)
    await app.captured(query) // The 28th in Warsaw, 23:59.
    await clock.leap(2 * MINUTE)
    store().update(WEB, { mtu: '77' })
    await app.captured(query) // The 29th, 00:01.
    await app.captured(query)
    store().update(WEB, { mtu: '9000' })
    await clock.leap(23 * HOUR - 31 * MINUTE)
    // The session has expired by now.
    await app.captured(query, {}, await app.app.userOf('editor')) // The 29th, 23:30 in summer time.
    await clock.leap(HOUR)
    await app.captured(query, {}, await app.app.userOf('editor')) // The 30th.
    return query
  }
  const inZone = async (timezone: string): Promise<Client> => {
    const user = await app.app.userOf('viewer')
    expect((await user.patch('/api/auth/preferences/', { timezone })).status).toBe(200)
    return user
  }

  it('has 30 days by default, and every day of the window', async () => {
    const query = await app.save(BRIDGE_DOMAINS)

    const usual = await history.ask(HEATMAP, { saved_query: query })
    const year = await history.ask(HEATMAP, {
      saved_query: query,
      window: '366d',
      controller_connection: app.connection,
    })

    expect([usual.body.window, usual.body.days.length]).toEqual(['30d', 30])
    expect(year.body.days).toHaveLength(366)
    expect(year.body.days.every((day: any) => day.snapshot_count === 0 && day.change_score === 0)).toBe(true)
    const dates = year.body.days.map(({ date }: any) => Date.parse(date))
    expect(dates.every((date: number, index: number) => index === 0 || date - dates[index - 1] === DAY)).toBe(true)
  })

  it.each(['0d', '367d', '30', '30h', '-1d', '1.5d', ''])('rejects the window %j', async (window) => {
    const { status, body } = await history.ask(HEATMAP, { saved_query: randomUUID(), window })

    expect([status, Object.keys(body)]).toEqual([400, ['window']])
  })

  it('lists every fault at once', async () => {
    const { status, body } = await history.ask(HEATMAP, { window: 'x', controller_connection: 'y' })

    expect([status, Object.keys(body).toSorted()]).toEqual([400, ['controller_connection', 'saved_query', 'window']])
  })

  it('counts days in the time zone of the caller', async () => {
    const query = await nights()
    const warsaw = await inZone('Europe/Warsaw')
    const utc = await app.app.userOf('viewer')

    const local = await history.ask(HEATMAP, { saved_query: query, window: '3d' }, warsaw)
    const plain = await history.ask(HEATMAP, { saved_query: query, window: '3d' }, utc)

    expect(local.body).toEqual({
      window: '3d',
      days: [
        { date: '2026-03-28', snapshot_count: 1, change_score: 0, missed: 0 },
        { date: '2026-03-29', snapshot_count: 3, change_score: 0.1333, missed: 0 },
        { date: '2026-03-30', snapshot_count: 1, change_score: 0, missed: 0 },
      ],
    })
    expect(plain.body.days.map(({ date, snapshot_count }: any) => [date, snapshot_count])).toEqual([
      ['2026-03-27', 0],
      ['2026-03-28', 3],
      ['2026-03-29', 2],
    ])
  })
})
