import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, MINUTE, SECOND } from '../../kernel/durations.ts'
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
  app = startSchedules(database, { settings: { executionLogRetentionDays: 3 } })
  return () => app.scheduler.close()
})

const task = (body: object = {}) => makeTask(app, owner, body)
const read = async (id: string) => (await app.schedules.get(owner.caller, id)).task
const runs = (): Promise<any[]> =>
  app.sql('select id, status, row_count, error_message from scheduled_executions order by started_at, position')
const fire = async (): Promise<void> => {
  await app.clock.leap(MINUTE)
  await app.schedules.fireDue()
}

describe('healing', () => {
  it('ends a run whose execution ended without an event, and with it the firing', async () => {
    const id = await task()
    await fire()
    await app.sql(`update executions set status = 'failure', error_message = 'the server stopped'`)

    expect(await app.schedules.healFirings()).toBe(1)

    expect(await read(id)).toMatchObject({ openFiring: null, lastRunStatus: 'failure', failureStreak: 1 })
    expect(await runs()).toMatchObject([{ status: 'failure', error_message: 'the server stopped' }])
    expect(app.raised('scheduled-task-failed')).toMatchObject([{ error_message: 'the server stopped' }])
  })

  it('ends a run whose execution log was deleted', async () => {
    const id = await task()
    await fire()
    await app.sql('delete from executions')

    await app.schedules.healFirings()

    expect(await read(id)).toMatchObject({ openFiring: null, lastRunStatus: 'failure' })
    expect(await runs()).toMatchObject([
      { status: 'failure', error_message: expect.stringContaining('no longer exist') },
    ])
  })

  it('ends a run that a user cancelled as cancelled', async () => {
    await task()
    await fire()
    await app.sql(`update executions set status = 'failure', cancel_requested_at = now()`)

    await app.schedules.healFirings()

    expect(await runs()).toMatchObject([{ status: 'cancelled' }])
  })

  it('closes a firing whose runs have all ended or that no longer exists', async () => {
    const [ended, lost] = [await task(), await task()]
    await fire()
    await app.sql(`update scheduled_executions set status = 'success' where task_id = $1`, [ended])
    await app.sql('delete from scheduled_firings where task_id = $1', [lost])

    await app.schedules.healFirings()

    expect(await read(ended)).toMatchObject({ openFiring: null, lastRunStatus: 'success', failureStreak: 0 })
    expect(await read(lost)).toMatchObject({ openFiring: null, lastRunStatus: 'failure', failureStreak: 1 })
  })

  it('leaves running firings alone', async () => {
    const id = await task()
    await fire()

    expect(await app.schedules.healFirings()).toBe(0)

    expect(await read(id)).toMatchObject({ openFiring: expect.any(String) })
    await app.endAll()
    expect(await read(id)).toMatchObject({ lastRunStatus: 'success' })
  })
})

describe('retention', () => {
  it('deletes records after the configured retention, but never an open one', async () => {
    const [closed] = [await task(), await task({ interval_minutes: 1_000 })]
    await fire()
    await app.endAll()
    await fire()
    await app.sql(`update scheduled_firings set started_at = $1`, [new Date(app.clock.now().getTime() - 2.9 * DAY)])
    await app.schedules.deleteExpired()
    expect(await runs()).toHaveLength(2)

    await app.sql(`update scheduled_firings set started_at = $1`, [new Date(app.clock.now().getTime() - 3.1 * DAY)])
    await app.schedules.deleteExpired()

    expect(await runs()).toMatchObject([{ status: 'running' }])
    expect(await app.sql('select task_id, status from scheduled_firings')).toEqual([
      { task_id: closed, status: 'running' },
    ])
  })

  it('works in batches until no expired record is left', async () => {
    await task()
    await fire()
    await app.endAll()
    await app.sql(
      `insert into scheduled_firings
         select gen_random_uuid(), task_id, slot + n * interval '1 second', trigger, status, started_at, finished_at
           from scheduled_firings, generate_series(1, 1200) n`,
    )
    await app.clock.leap(4 * DAY)

    await app.schedules.deleteExpired()

    expect(await app.sql('select from scheduled_firings')).toEqual([])
  })
})

describe('the watchdog', () => {
  const alarms = () => app.log.filter(({ msg }) => msg.includes('not being fired'))

  it('raises an alarm when tasks are overdue by more than two minutes, and logs when they fire again', async () => {
    await task()
    app.scheduler.start({ fires: false })
    await app.clock.advance(3 * MINUTE)
    expect(alarms()).toEqual([])

    await app.clock.advance(MINUTE)
    expect(alarms()).toMatchObject([{ level: 50, due_tasks: 1, oldest_due_at: '2026-03-02T09:01:00.000Z' }])
    expect(app.raised('schedules-stalled')).toEqual([{ due_tasks: 1, oldest_due_at: '2026-03-02T09:01:00.000Z' }])
    await app.schedules.fireDue()
    await app.clock.advance(MINUTE)

    expect(app.log.filter(({ msg }) => msg.includes('firing again'))).toMatchObject([{ level: 30 }])
  })

  it('raises no alarm about tasks that are running, disabled or owned by an inactive user', async () => {
    const [, off] = [await task(), await task()]
    await app.schedules.disable(owner.caller, off)
    await fire()
    app.scheduler.start({ fires: false })

    await app.clock.advance(10 * MINUTE)
    await app.endAll()
    await database.pool.query('update users set is_active = false')
    await app.clock.advance(10 * MINUTE)

    expect(alarms()).toEqual([])
    await database.pool.query('update users set is_active = true')
  })

  it('waits two minutes after a start or after the machine slept', async () => {
    await task()
    await app.clock.leap(DAY)
    app.scheduler.start({ fires: false })
    await app.clock.advance(MINUTE + 59 * SECOND)
    await app.clock.leap(DAY)
    await app.clock.advance(MINUTE)

    expect(alarms()).toEqual([])
  })
})

describe('changes found by a snapshot', () => {
  const snapshotId = '00000000-0000-0000-0000-00000000000d'
  const changedRows = [{ key: { dn: 'uni/tn-A' }, fields: { descr: { before: 'old', after: 'new' } } }]
  const record = (id: string, changes: { added: number; removed: number; changed: number } | null) =>
    database.transaction((tx) =>
      app.schedules.recordChanges(tx, id, { snapshotId, previousId: null, changes, changedRows, link: '/compare' }),
    )

  it('are stored with the run and raised as an event', async () => {
    const id = await task({ notify_on_changes: true })
    await fire()
    const [run] = await runs()

    await record(run.id, { added: 1, removed: 0, changed: 2 })

    expect(await app.schedules.getRun(owner.caller, run.id)).toMatchObject({
      snapshotId,
      changes: { added: 1, removed: 0, changed: 2 },
    })
    expect(app.raised('scheduled-task-changes-found')).toEqual([
      {
        task_id: id,
        task_name: 'task',
        owner_id: owner.caller.id,
        scheduled_execution_id: run.id,
        added: 1,
        removed: 0,
        changed: 2,
        changed_rows: changedRows,
        link: '/compare',
        notify_on_changes: true,
      },
    ])
  })

  it('raise no event when there are none, or no earlier snapshot', async () => {
    await task()
    await task()
    await fire()
    const [run, other] = await runs()

    const recorded = [
      await record(run.id, { added: 0, removed: 0, changed: 0 }),
      await record(other.id, null),
      await record('00000000-0000-0000-0000-00000000000e', { added: 1, removed: 0, changed: 0 }),
    ]

    expect(recorded).toEqual([true, true, false])
    expect(app.raised('scheduled-task-changes-found')).toEqual([])
    expect(await app.schedules.getRun(owner.caller, other.id)).toMatchObject({ snapshotId, changes: null })
  })

  it('are stored and raised once, however often they are reported', async () => {
    await task()
    await fire()
    const [run] = await runs()

    await record(run.id, { added: 1, removed: 0, changed: 0 })
    const again = await record(run.id, { added: 5, removed: 0, changed: 0 })

    expect(again).toBe(false)
    expect(app.raised('scheduled-task-changes-found')).toHaveLength(1)
    expect(await app.schedules.getRun(owner.caller, run.id)).toMatchObject({ changes: { added: 1 } })
    expect(await app.schedules.awaitsSnapshot(run.id)).toBe(false)
  })
})

describe('the follow-up of a run', () => {
  const [snapshotId, previousId] = ['00000000-0000-0000-0000-00000000000d', '00000000-0000-0000-0000-00000000000c']
  const ON_CHANGES = { template: snapshotId, mapping: {}, changes: ['removed'], filter: null, requires_approval: true }
  const record = (
    id: string,
    changes: { added: number; removed: number; changed: number } | null,
    previous: string | null = previousId,
  ) =>
    database.transaction((tx) =>
      app.schedules.recordChanges(tx, id, {
        snapshotId,
        previousId: previous,
        changes,
        changedRows: [],
        link: '/compare',
      }),
    )
  async function newRun(onChanges: object | null = ON_CHANGES) {
    const id = await task()
    await app.sql('update scheduled_tasks set on_changes = $1', [JSON.stringify(onChanges)])
    await fire()
    const [run] = await app.sql('select id from scheduled_executions where task_id = $1 order by started_at desc', [id])
    return run.id as string
  }
  const follow = (id: string, followUp: { request: string | null; error: string | null }) =>
    database.transaction((tx) => app.schedules.recordFollowUp(tx, id, followUp))

  it('is due when there are changes that the task wants', async () => {
    const run = await newRun()

    await record(run, { added: 4, removed: 1, changed: 0 })

    expect(app.raised('scheduled-follow-up-due')).toMatchObject([
      { scheduled_execution_id: run, snapshot_a: previousId, snapshot_b: snapshotId, owner_id: owner.caller.id },
    ])
  })

  it.each([
    ['other changes', ON_CHANGES, { added: 4, removed: 0, changed: 2 }, previousId],
    ['no snapshot before', ON_CHANGES, null, null],
    ['a task without one', null, { added: 1, removed: 1, changed: 1 }, previousId],
  ])('is not due with %s', async (_what, onChanges, changes, previous) => {
    await record(await newRun(onChanges), changes, previous)

    expect(app.raised('scheduled-follow-up-due')).toEqual([])
  })

  it('is recorded once, and an error is raised with it', async () => {
    const run = await newRun()

    expect(await app.schedules.findAwaitingFollowUp(run)).toMatchObject({ onChanges: ON_CHANGES })
    expect(await follow(run, { request: null, error: 'The template is gone.' })).toBe(true)
    expect(await follow(run, { request: snapshotId, error: null })).toBe(false)

    expect(await app.schedules.getRun(owner.caller, run)).toMatchObject({
      followUp: { request: null, error: 'The template is gone.' },
    })
    expect(await app.schedules.findAwaitingFollowUp(run)).toBeUndefined()
    expect(app.raised('scheduled-follow-up-failed')).toMatchObject([
      { scheduled_execution_id: run, error: 'The template is gone.' },
    ])
  })

  it('has failed when the result could not be captured', async () => {
    const run = await newRun()
    await database.transaction((tx) => app.schedules.beginCapture(tx, run))

    await app.schedules.endCapture(run, 'The owner of the task may not capture snapshots.')

    expect(app.raised('scheduled-follow-up-failed')).toMatchObject([
      { error: 'The owner of the task may not capture snapshots.' },
    ])
  })

  it('turns capturing on', async () => {
    const id = await task({ capture_snapshot: false })
    await app.sql('update scheduled_tasks set on_changes = $1', [JSON.stringify(ON_CHANGES)])

    await fire()
    await app.endAll()

    expect(app.raised('scheduled-run-ended')).toMatchObject([{ task_id: id, capture_snapshot: true }])
  })
})
