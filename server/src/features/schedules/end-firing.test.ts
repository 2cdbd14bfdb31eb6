import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../kernel/durations.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import {
  type Ending,
  emptySchedules,
  makeOwner,
  makeTask,
  type Owner,
  type Schedules,
  startSchedules,
} from '../../testing/schedules/start-schedules.ts'
import { scheduledRunEnded } from './schedules.events.ts'

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
  app = startSchedules(database, { settings: { pauseAfterFailures: 4 } })
  return () => app.scheduler.close()
})

const task = (body: object = {}) => makeTask(app, owner, body)
const read = async (id: string) => (await app.schedules.get(owner.caller, id)).task
const runs = (): Promise<any[]> =>
  app.sql('select id, status, row_count, error_message from scheduled_executions order by started_at, position')
const at = (text: string) => new Date(`2026-03-02T${text}Z`)
const TWO = ['00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-00000000000b']

/** Fires the task at its next slot and ends its runs. */
async function fire(id: string, ending: Ending): Promise<void> {
  const { nextRunAt } = await read(id)
  await app.clock.leap(nextRunAt!.getTime() - app.clock.now().getTime())
  await app.schedules.fireDue()
  await app.endAll(ending)
}
const fail = (id: string) => fire(id, { status: 'failure' })

describe('a run that was set aside, because two processes died at it', () => {
  it('pauses its task at once and says why, whatever the other runs of the firing do', async () => {
    const id = await task({ controller_connections: TWO })
    await app.clock.leap(MINUTE)
    await app.schedules.fireDue()
    const [first, second] = app.started

    await app.endExecution(first!.id, { status: 'failure', setAside: true })
    const early = await read(id)
    await app.endExecution(second!.id)
    await app.clock.leap(60 * MINUTE)
    await app.schedules.fireDue()

    expect(early).toMatchObject({ pausedAt: at('09:01:00'), nextRunAt: null, openFiring: expect.any(String) })
    expect(await read(id)).toMatchObject({
      pausedAt: at('09:01:00'),
      nextRunAt: null,
      openFiring: null,
      failureStreak: 1,
    })
    expect(app.started).toHaveLength(2)
    const reason = expect.stringContaining('twice during its run')
    expect(app.raised('scheduled-task-paused')).toMatchObject([{ task_id: id, reason }])
    expect(await app.sql(`select description from audit_entries where action = 'task_pause'`)).toMatchObject([
      { description: expect.stringContaining('during its run') },
    ])
  })
})

describe('a firing whose results are captured', () => {
  const capture = () =>
    app.events.onRaised(scheduledRunEnded, (tx, run) => app.schedules.beginCapture(tx, run.scheduled_execution_id))

  it('stays open until the last snapshot exists, and healing leaves it alone', async () => {
    capture()
    const id = await task({ controller_connections: TWO })
    await fire(id, { rows: 7 })
    const [first, second] = await runs()

    await app.schedules.healFirings()
    await app.schedules.endCapture(first.id, null)
    const early = await read(id)
    const halfway = await runs()
    await app.clock.leap(MINUTE)
    await app.schedules.endCapture(second.id, null)
    await app.schedules.endCapture(second.id, 'asked twice')

    expect([first, second]).toMatchObject([
      { status: 'running', row_count: 7 },
      { status: 'running', row_count: 7 },
    ])
    expect(early).toMatchObject({ openFiring: expect.any(String), lastRunStatus: null })
    expect(halfway.map(({ status }) => status)).toEqual(['success', 'running'])
    expect(await read(id)).toMatchObject({ openFiring: null, lastRunStatus: 'success' })
    expect(await app.sql('select finished_at, error_message from scheduled_executions order by position')).toEqual([
      { finished_at: at('09:01:00'), error_message: null },
      { finished_at: at('09:02:00'), error_message: null },
    ])
  })

  it('says why there is no snapshot, and is a success all the same', async () => {
    capture()
    const id = await task()
    await fire(id, {})
    const [run] = await runs()

    await app.schedules.endCapture(run.id, 'Not this time.')

    expect(await runs()).toMatchObject([{ status: 'success', error_message: 'Not this time.' }])
    expect(await read(id)).toMatchObject({ openFiring: null, lastRunStatus: 'success', failureStreak: 0 })
  })

  it('ends without its snapshot when that was lost', async () => {
    capture()
    const id = await task()
    await fire(id, {})

    await app.clock.leap(6 * HOUR)
    await app.schedules.healFirings()
    expect(await read(id)).toMatchObject({ openFiring: expect.any(String) })
    await app.clock.leap(SECOND)
    await app.schedules.healFirings()

    expect(await runs()).toMatchObject([{ status: 'success', error_message: expect.stringContaining('six hours') }])
    expect(await read(id)).toMatchObject({ openFiring: null, lastRunStatus: 'success' })
  })
})

describe('a firing', () => {
  it('ends with the last of its runs, with the worst of their statuses', async () => {
    const id = await task({ controller_connections: TWO })
    await app.clock.leap(MINUTE)
    await app.schedules.fireDue()
    const [first, second] = app.started

    await app.endExecution(first!.id, { status: 'timeout' })
    expect(await read(id)).toMatchObject({ openFiring: expect.any(String), lastRunStatus: null, failureStreak: 0 })
    await app.endExecution(second!.id)

    expect(await runs()).toMatchObject([
      { status: 'timeout', error_message: 'timeout of a test' },
      { status: 'success', error_message: null },
    ])
    expect(await read(id)).toMatchObject({ openFiring: null, lastRunStatus: 'timeout', failureStreak: 1 })
    expect(await app.sql('select status, finished_at from scheduled_firings')).toEqual([
      { status: 'timeout', finished_at: at('09:01:00') },
    ])
  })

  it('ends exactly once when its runs end at the same time', async () => {
    const id = await task({ controller_connections: TWO })
    await app.clock.leap(MINUTE)
    await app.schedules.fireDue()

    await Promise.all(app.started.map((run) => app.endExecution(run.id, { status: 'failure' })))

    expect(await read(id)).toMatchObject({ openFiring: null, lastRunStatus: 'failure', failureStreak: 1 })
    expect(app.raised('scheduled-task-failed')).toHaveLength(1)
  })

  it('raises an event for every run, and one for the failure', async () => {
    const id = await task({
      controller_connections: TWO,
      capture_snapshot: true,
      retention_policy: '7d',
      notify_on_failure: false,
    })
    await fail(id)

    const [first] = await runs()
    expect(app.raised('scheduled-run-ended')).toMatchObject([
      {
        task_id: id,
        owner_id: owner.caller.id,
        status: 'failure',
        controller_connection: TWO[0],
        capture_snapshot: true,
        retention_policy: '7d',
      },
      { status: 'failure', controller_connection: TWO[1], saved_query: owner.query },
    ])
    expect(app.raised('scheduled-task-failed')).toEqual([
      {
        task_id: id,
        task_name: 'task',
        owner_id: owner.caller.id,
        scheduled_execution_id: first.id,
        error_message: 'failure of a test',
        failure_streak: 1,
        notify_on_failure: false,
      },
    ])
  })

  it('is neither a failure nor a success when it was cancelled', async () => {
    const id = await task()
    await fail(id)

    await fire(id, { status: 'failure', cancelled: true })

    expect(await read(id)).toMatchObject({ lastRunStatus: 'cancelled', failureStreak: 1 })
    expect(app.raised('scheduled-task-failed')).toHaveLength(1)
  })

  it("does not change the task's `updated_at`", async () => {
    const id = await task()

    for (let n = 0; n < 4; n += 1) await fail(id)

    const { createdAt, updatedAt, pausedAt } = await read(id)
    expect([updatedAt, pausedAt]).toEqual([createdAt, app.clock.now()])
  })

  it('ends without a trace when its task was deleted', async () => {
    const id = await task()
    await app.clock.leap(MINUTE)
    await app.schedules.fireDue()
    await app.schedules.remove(owner.caller, id)

    await app.endAll({ status: 'failure' })

    expect(await runs()).toEqual([])
    expect(app.raised('scheduled-task-failed')).toEqual([])
    expect(await app.sql('select status from executions')).toEqual([{ status: 'failure' }])
  })

  it('continues when the task is disabled, and leaves it disabled', async () => {
    const id = await task()
    await app.clock.leap(MINUTE)
    await app.schedules.fireDue()
    await app.schedules.disable(owner.caller, id)

    await app.endAll()

    expect(await read(id)).toMatchObject({ openFiring: null, lastRunStatus: 'success', nextRunAt: null })
  })

  it('is not affected by the end of a run it did not start', async () => {
    const id = await task()
    await app.clock.leap(MINUTE)
    await app.schedules.fireDue()

    await app.endExecution('00000000-0000-0000-0000-00000000000c', { status: 'failure' })

    expect(await read(id)).toMatchObject({ failureStreak: 0, openFiring: expect.any(String) })
  })
})

describe('failures in a row', () => {
  it('count until a success', async () => {
    const id = await task()

    await fail(id)
    await fail(id)
    expect(await read(id)).toMatchObject({ failureStreak: 2 })
    await fire(id, {})

    expect(await read(id)).toMatchObject({ failureStreak: 0, lastRunStatus: 'success' })
  })

  it('make the task back off: its next slot is the first one at or after the back-off', async () => {
    const id = await task()
    await fail(id)
    await fail(id)
    expect(await read(id)).toMatchObject({ nextRunAt: at('09:03:00') })

    await fail(id)

    expect(await read(id)).toMatchObject({ nextRunAt: at('09:05:00') })
  })

  it('do not move a slot that is later anyway', async () => {
    const id = await task({ interval_minutes: 60 })

    for (let n = 0; n < 3; n += 1) await fail(id)

    expect(await read(id)).toMatchObject({ nextRunAt: at('13:00:00') })
  })

  it('pause the task, which raises an event and is recorded in the audit log', async () => {
    const id = await task()

    for (let n = 0; n < 4; n += 1) await fail(id)

    expect(await read(id)).toMatchObject({
      enabled: true,
      failureStreak: 4,
      pausedAt: app.clock.now(),
      nextRunAt: null,
    })
    expect(app.raised('scheduled-task-paused')).toEqual([
      { task_id: id, task_name: 'task', owner_id: owner.caller.id, failure_streak: 4 },
    ])
    expect(await app.sql(`select username, user_id, target_id from audit_entries where action = 'task_pause'`)).toEqual(
      [{ username: 'system', user_id: null, target_id: id }],
    )
    app.scheduler.start({ fires: true })
    await app.clock.advance(3 * MINUTE)
    expect(app.started).toEqual([])
  })

  it('start over towards a pause after a resumption, while the streak continues', async () => {
    const id = await task()
    for (let n = 0; n < 4; n += 1) await fail(id)

    await app.schedules.enable(owner.caller, id)
    expect(await read(id)).toMatchObject({ pausedAt: null, failureStreak: 4, nextRunAt: expect.any(Date) })
    await fail(id)

    expect(await read(id)).toMatchObject({ pausedAt: null, failureStreak: 5 })
    for (let n = 0; n < 3; n += 1) await fail(id)
    expect(await read(id)).toMatchObject({ pausedAt: app.clock.now(), failureStreak: 8 })
  })

  it('never pause a task when the setting is 0', async () => {
    app = startSchedules(database, { settings: { pauseAfterFailures: 0 } })
    const id = await task()

    for (let n = 0; n < 12; n += 1) await fail(id)

    expect(await read(id)).toMatchObject({ pausedAt: null, failureStreak: 12 })
  })
})

describe('a manual run', () => {
  it('leaves the slots alone and counts towards the streak', async () => {
    const id = await task({ interval_minutes: 10 })
    await app.clock.advance(90 * SECOND)
    for (let n = 0; n < 3; n += 1) {
      await app.schedules.runNow(owner.caller, id)
      await app.endAll({ status: 'failure' })
    }

    expect(await read(id)).toMatchObject({
      nextRunAt: at('09:10:00'),
      failureStreak: 3,
      lastRunAt: at('09:01:30'),
      lastRunStatus: 'failure',
    })
    expect(await app.sql('select distinct slot, trigger from scheduled_firings')).toEqual([
      { slot: null, trigger: 'manual' },
    ])
    expect(await app.sql('select distinct scheduled_for from scheduled_executions')).toEqual([
      { scheduled_for: at('09:01:30') },
    ])
  })

  it('is refused while the task is running', async () => {
    const id = await task({ controller_connections: TWO })
    const { execution_id, execution_ids } = await app.schedules.runNow(owner.caller, id)

    const second = app.schedules.runNow(owner.caller, id)

    await expect(second).rejects.toMatchObject({
      name: 'Conflict',
      body: { code: 'already_running', active_run_id: execution_id },
    })
    expect(execution_ids).toEqual((await runs()).map((run) => run.id))
  })

  it('starts once when requested twice at the same time', async () => {
    const id = await task()

    const answers = await Promise.allSettled([1, 2, 3].map(() => app.schedules.runNow(owner.caller, id)))

    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(app.started).toHaveLength(1)
  })

  it('works while the task is disabled or paused, and leaves it so', async () => {
    const id = await task()
    for (let n = 0; n < 4; n += 1) await fail(id)
    await app.schedules.runNow(owner.caller, id)
    await app.endAll()
    expect(await read(id)).toMatchObject({ pausedAt: expect.any(Date), nextRunAt: null, failureStreak: 0 })

    await app.schedules.disable(owner.caller, id)
    await app.schedules.runNow(owner.caller, id)
    await app.endAll()

    expect(await read(id)).toMatchObject({ enabled: false, nextRunAt: null, lastRunStatus: 'success' })
  })

  it('delays a slot that is due during it', async () => {
    const id = await task()
    app.scheduler.start({ fires: true })
    await app.schedules.runNow(owner.caller, id)
    await app.clock.advance(2 * MINUTE + SECOND)
    expect(app.started).toHaveLength(1)

    await app.endAll()
    await app.clock.advance(0)

    expect(await app.sql('select slot from scheduled_firings where slot is not null')).toEqual([
      { slot: at('09:02:00') },
    ])
  })
})
