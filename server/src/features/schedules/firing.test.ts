import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../kernel/durations.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import {
  emptySchedules,
  makeOwner,
  makeTask,
  type Owner,
  type Schedules,
  startSchedules,
} from '../../testing/schedules/start-schedules.ts'

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
  app = startSchedules(database)
  return () => app.scheduler.close()
})

const task = (body: object = {}) => makeTask(app, owner, body)
const read = async (id: string) => (await app.schedules.get(owner.caller, id)).task
const firings = (): Promise<any[]> =>
  app.sql('select task_id, slot, trigger, status from scheduled_firings order by started_at, slot')
const slots = async (): Promise<string[]> => (await firings()).map(({ slot }) => slot.toISOString().slice(11, 19))
const at = (text: string) => new Date(`2026-03-02T${text}Z`)
const [A, B] = ['00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-00000000000b']

describe('a due task', () => {
  it('fires at its slot, with a run on every connection', async () => {
    const id = await task({ controller_connections: [B, A], variables: { tenant: 'red' } })
    app.scheduler.start({ fires: true })

    await app.clock.advance(MINUTE - 1)
    expect(app.started).toEqual([])
    await app.clock.advance(1)

    const run = {
      savedQueryId: owner.query,
      userId: owner.caller.id,
      username: owner.caller.username,
      variables: { tenant: 'red' },
    }
    expect(app.started).toMatchObject([
      { ...run, connection: B },
      { ...run, connection: A },
    ])
    expect(await firings()).toEqual([{ task_id: id, slot: at('09:01:00'), trigger: 'schedule', status: 'running' }])
    expect(await read(id)).toMatchObject({ nextRunAt: at('09:02:00'), lastRunAt: at('09:01:00'), lastRunStatus: null })
  })

  it('fires on time when it was created after the scheduler had checked', async () => {
    app.scheduler.start({ fires: true })
    await app.clock.advance(33 * SECOND + 250)
    await task()

    await app.clock.advance(MINUTE)

    expect(await firings()).toMatchObject([{ slot: at('09:01:33.250') }])
    expect(await app.sql('select started_at from scheduled_firings')).toEqual([{ started_at: at('09:01:33.250') }])
  })

  it('fires slot after slot as its runs end', async () => {
    await task()
    app.scheduler.start({ fires: true })

    for (let minute = 0; minute < 3; minute += 1) {
      await app.clock.advance(MINUTE)
      await app.endAll({ rows: 7 })
    }

    expect(await slots()).toEqual(['09:01:00', '09:02:00', '09:03:00'])
    expect(
      await app.sql(
        'select distinct status, row_count, error_message, scheduled_for - started_at as late from scheduled_executions',
      ),
    ).toMatchObject([{ status: 'success', row_count: 7, error_message: null }])
  })

  it('keeps its slots across a restart', async () => {
    const id = await task({ interval_minutes: 7 })
    await app.clock.advance(10 * SECOND)

    const restarted = startSchedules(database, { clock: app.clock })
    restarted.scheduler.start({ fires: true })
    await app.clock.advance(MINUTE)

    expect(await read(id)).toMatchObject({ nextRunAt: at('09:07:00'), anchorAt: at('09:00:00') })
    await restarted.scheduler.close()
  })

  it('does not fire in a process that only serves requests', async () => {
    await task()
    app.scheduler.start({ fires: false })

    await app.clock.advance(90 * SECOND)

    expect(app.started).toEqual([])
  })

  it('does not fire while its owner is inactive, and fires once when the owner is active again', async () => {
    await task()
    await database.pool.query('update users set is_active = false')
    app.scheduler.start({ fires: true })
    await app.clock.advance(5 * MINUTE)
    expect(app.started).toEqual([])

    await database.pool.query('update users set is_active = true')
    await app.clock.advance(10 * SECOND)

    expect(await firings()).toMatchObject([{ slot: at('09:05:00') }])
  })
})

describe('missed slots', () => {
  it('are caught up by one run of the latest slot after an hour without firing', async () => {
    const id = await task({ interval_minutes: 10 })
    app.scheduler.start({ fires: true })

    await app.clock.leap(HOUR + 5 * MINUTE)

    expect(await firings()).toMatchObject([{ slot: at('10:00:00'), trigger: 'catch_up' }])
    expect(await read(id)).toMatchObject({ nextRunAt: at('10:10:00') })
  })

  it('are not a catch-up within a minute', async () => {
    await task({ interval_minutes: 10 })
    app.scheduler.start({ fires: true })

    await app.clock.leap(11 * MINUTE)

    expect(await firings()).toMatchObject([{ slot: at('09:10:00'), trigger: 'schedule' }])
  })

  it('are caught up by one run when they passed during a run: a task never overlaps itself', async () => {
    await task()
    app.scheduler.start({ fires: true })
    await app.clock.advance(4 * MINUTE + 10 * SECOND)
    expect(await slots()).toEqual(['09:01:00'])

    await app.endAll()
    await app.clock.advance(0)

    expect(await slots()).toEqual(['09:01:00', '09:04:00'])
    expect((await firings())[1]).toMatchObject({ trigger: 'schedule', status: 'running' })
  })

  it('stay missed when the task was disabled', async () => {
    const id = await task({ interval_minutes: 10 })
    await app.schedules.disable(owner.caller, id)
    app.scheduler.start({ fires: true })
    await app.clock.leap(HOUR + MINUTE)

    await app.schedules.enable(owner.caller, id)
    await app.clock.advance(MINUTE)

    expect(await firings()).toEqual([])
    expect(await read(id)).toMatchObject({ nextRunAt: at('10:10:00') })
  })
})

describe('a slot', () => {
  it('that has fired does not fire again, whatever the task row says', async () => {
    const id = await task()
    app.scheduler.start({ fires: true })
    await app.clock.advance(MINUTE)
    await app.endAll()
    await app.sql('update scheduled_tasks set next_run_at = $1', [at('09:01:00')])

    await app.clock.advance(10 * SECOND)

    expect(await slots()).toEqual(['09:01:00'])
    expect(await read(id)).toMatchObject({ nextRunAt: at('09:02:00'), openFiring: null })
  })

  it('fires once, however many schedulers race for it', async () => {
    const others = [1, 2, 3].map(() => startSchedules(database, { clock: app.clock }))
    const count = 130
    for (let n = 0; n < count; n += 1) await task()
    await app.clock.leap(MINUTE)

    await Promise.all([app, ...others].map(({ schedules }) => schedules.fireDue()))

    const [{ firings: fired, runs }] = await app.sql(
      'select (select count(*)::int from scheduled_firings) firings, (select count(*)::int from scheduled_executions) runs',
    )
    expect({ fired, runs }).toEqual({ fired: count, runs: count })
    expect([app, ...others].flatMap(({ started }) => started)).toHaveLength(count)
    expect(await app.sql('select from executions')).toHaveLength(count)
  })
})

describe('a fault while tasks are fired', () => {
  it('between claim and commit leaves the task due, and it fires later', async () => {
    const id = await task()
    app.onStart(() => {
      throw new Error('the process dies')
    })
    app.scheduler.start({ fires: true })
    await app.clock.advance(MINUTE)
    expect(await firings()).toEqual([])
    expect(await app.sql('select from executions')).toEqual([])
    expect(await read(id)).toMatchObject({ nextRunAt: at('09:01:00'), openFiring: null, lastRunAt: null })

    const other = startSchedules(database, { clock: app.clock })
    await other.schedules.fireDue()

    expect(await slots()).toEqual(['09:01:00'])
  })

  it('with one task does not stop the others', async () => {
    const ids = [await task(), await task({ variables: { broken: true } }), await task()]
    app.onStart((run) => {
      if (run.variables['broken']) throw new Error('a fault in its data')
    })
    app.scheduler.start({ fires: true })

    await app.clock.advance(MINUTE + 30 * SECOND)

    expect((await firings()).map(({ task_id }) => task_id).sort()).toEqual([ids[0], ids[2]].sort())
    const failed = app.log.filter(({ msg }) => msg.startsWith('could not fire a scheduled task'))
    expect(new Set(failed.map((line) => line['scheduled_task']))).toEqual(new Set([ids[1]]))
  })

  it('with an unreadable schedule does not stop the others', async () => {
    const [broken, sound] = [await task(), await task()]
    await app.sql(`update scheduled_tasks set schedule_type = 'cron', cron_expression = 'nonsense' where id = $1`, [
      broken,
    ])
    app.scheduler.start({ fires: true })

    await app.clock.advance(MINUTE)

    expect(await firings()).toMatchObject([{ task_id: sound }])
  })

  it('is retried within seconds, and less often the longer it fails', async () => {
    await task()
    let tries = 0
    app.onStart(() => {
      tries += 1
      throw new Error('for a while')
    })
    app.scheduler.start({ fires: true })
    await app.clock.advance(MINUTE)
    // Each time in a batch, and then alone.
    expect(tries).toBe(2)
    await app.clock.advance(10 * SECOND)
    expect(tries).toBe(4)
    await app.clock.advance(10 * MINUTE)
    expect(tries).toBeGreaterThan(2 * 8)
    expect(tries).toBeLessThan(2 * 16)
    app.onStart(() => undefined)

    await app.clock.advance(MINUTE + 10 * SECOND)

    expect(await firings()).toHaveLength(1)
  })
})

it('leaves no timer behind when the scheduler closes', async () => {
  await task()
  app.scheduler.start({ fires: true })
  await app.clock.advance(MINUTE)

  await app.scheduler.close()

  expect(app.clock.pendingTimers()).toBe(0)
})
