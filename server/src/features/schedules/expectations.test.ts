import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

type Status = 'passed' | 'failed' | undefined
const judged = (status: Status) =>
  status === undefined
    ? {}
    : {
        expectation: {
          status,
          reason: status === 'failed' ? '1 row, expected at most 0' : null,
          findings: 1,
          failing_rows: [{ dn: 'a' }],
        },
      }

async function fire(id: string): Promise<void> {
  const { nextRunAt } = (await app.schedules.get(owner.caller, id)).task
  await app.clock.leap(nextRunAt!.getTime() - app.clock.now().getTime())
  await app.schedules.fireDue()
}
const news = () => app.raised('scheduled-task-expectation-changed').map(({ status }) => status)

describe('the news that a task has about an expectation', () => {
  it.each<[string, Status[], Status[]]>([
    ['the first run only when it failed', ['failed'], ['failed']],
    ['nothing about a first run that passed', ['passed', 'passed'], []],
    ['changes only', ['passed', 'failed', 'failed', 'passed', 'passed', 'failed'], ['failed', 'passed', 'failed']],
    [
      'nothing about runs without one, which it looks past',
      ['failed', undefined, 'failed', undefined, 'passed'],
      ['failed', 'passed'],
    ],
  ])('is %s', async (_, statuses, told) => {
    const id = await makeTask(app, owner)

    for (const status of statuses) {
      await fire(id)
      await app.endAll(judged(status))
    }

    expect(news()).toEqual(told)
  })

  it('is separate for each connection', async () => {
    const connections = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
    const id = await makeTask(app, owner, { controller_connections: connections })
    for (const endings of [
      ['passed', 'failed'],
      ['passed', 'failed'],
      ['failed', 'passed'],
    ] as const) {
      await fire(id)
      const [first, second] = app.started.splice(0)
      await app.endExecution(first!.id, judged(endings[0]))
      await app.endExecution(second!.id, judged(endings[1]))
    }

    expect(news()).toEqual(['failed', 'failed', 'passed'])
  })

  it('is not about a failed run', async () => {
    const id = await makeTask(app, owner)
    await fire(id)
    await app.endAll({ status: 'failure' })

    expect(news()).toEqual([])
  })
})
