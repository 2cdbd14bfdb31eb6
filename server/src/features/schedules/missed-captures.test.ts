import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../kernel/durations.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import {
  emptySchedules,
  makeOwner,
  makeTask,
  type Owner,
  type Schedules,
  startSchedules,
} from '../../testing/schedules/start-schedules.ts'
import { mergedConnectionId } from '../planning/merged-connection.ts'

let database: TestDatabase
let owner: Owner
let app: Schedules
beforeAll(async () => {
  database = await createTestDatabase()
  owner = await makeOwner(database)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await emptySchedules(database)
  // It is 2 March, 09:00.
  app = startSchedules(database)
  return () => app.scheduler.close()
})

const [A, B] = ['00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-00000000000b']
/** At 15:00, 21:00, 03:00 and 09:00. */
const EVERY_6_HOURS = { interval_minutes: 360, capture_snapshot: true }
const task = (body: object = {}) => makeTask(app, owner, { ...EVERY_6_HOURS, ...body })
const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'].map((day) => new Date(day))
/** On 2, 3 and 4 March. */
const missed = (connection?: string, isDefault = false) =>
  app.schedules.missedCaptures({
    savedQuery: owner.query,
    connection,
    days: DAYS,
    capturesByDefault: async () => isDefault,
  })
const runIds = async (): Promise<string[]> =>
  (await app.sql('select id from scheduled_executions order by started_at')).map(({ id }) => id)

describe('missed captures', () => {
  it('are runs that ended without a snapshot, on the day they were due', async () => {
    await task()
    app.scheduler.start({ fires: true })
    await app.clock.advance(6 * HOUR)
    await app.endAll({ status: 'failure' })
    await app.clock.advance(6 * HOUR)
    expect(await missed()).toEqual([1, 0, 0])

    await app.endAll()
    const [, second] = await runIds()
    expect(await missed()).toEqual([2, 0, 0])
    await app.schedules.recordChanges(database.db, second!, {
      snapshotId: randomUUID(),
      previousId: null,
      changes: null,
    } as never)

    expect(await missed()).toEqual([1, 0, 0])
  })

  it('are slots that passed without a firing, but not the last, which may be caught up', async () => {
    await task()
    await app.clock.advance(DAY)
    expect(await missed()).toEqual([2, 1, 0])

    app.scheduler.start({ fires: true })
    await app.clock.advance(1)
    expect(app.started).toHaveLength(1)

    expect(await missed()).toEqual([2, 1, 0])
  })

  it('are counted for each connection, or once for all that are merged', async () => {
    await task({ controller_connections: [A, B] })
    await task({ controller_connections: [A, B], merge: true })
    await app.clock.advance(12 * HOUR + 1)

    expect([
      await missed(),
      await missed(A),
      await missed(mergedConnectionId([A, B])),
      await missed(randomUUID()),
    ]).toEqual([
      [3, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
      [0, 0, 0],
    ])
  })

  it('are none for a task that does not capture', async () => {
    await task({ capture_snapshot: false })
    await task({ capture_snapshot: null })
    await app.clock.advance(12 * HOUR + 1)

    expect([await missed(), await missed(undefined, true)]).toEqual([
      [0, 0, 0],
      [1, 0, 0],
    ])
  })

  it('are not those of a run by hand', async () => {
    const id = await task()
    await app.schedules.runNow(owner.caller, id)
    await app.endAll({ status: 'failure' })

    expect(await missed()).toEqual([0, 0, 0])
  })

  it('are not the slots of a disabled task, but those of a paused one', async () => {
    const [disabled, paused] = [await task(), await task()]
    await app.schedules.disable(owner.caller, disabled)
    await app.sql('update scheduled_tasks set paused_at = $1, next_run_at = null where id = $2', [
      app.clock.now(),
      paused,
    ])
    await app.clock.advance(12 * HOUR)

    expect(await missed()).toEqual([2, 0, 0])
    for (const id of [disabled, paused]) await app.schedules.enable(owner.caller, id)
    expect(await missed()).toEqual([2, 0, 0])
  })

  it('are not the slots before the schedule or what it captures changed', async () => {
    const id = await task()
    await app.clock.advance(13 * HOUR)
    const change = (body: object) =>
      app.schedules.change(
        owner.caller,
        id,
        { body, faults: {} },
        { ifMatch: { check: () => undefined }, signal: new AbortController().signal },
      )
    expect(await missed()).toEqual([1, 0, 0])

    await change({ name: 'renamed' })
    expect(await missed()).toEqual([1, 0, 0])
    await change({ controller_connections: [A] })

    expect(await missed()).toEqual([0, 0, 0])
  })

  it('are unknown from before the records that are kept', async () => {
    app = startSchedules(database, { clock: app.clock, settings: { executionLogRetentionDays: 1 } })
    await task()
    await app.clock.advance(2 * DAY)

    // At 09:00 on 4 March, with the slot of 03:00 that day; that of 09:00 may be caught up.
    expect(await missed()).toEqual([0, 3, 1])
  })
})
