import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { insertExecution } from '../../../testing/automation/insert-executions.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createApplyEvent } from './apply-event.ts'
import { findEvent, insertWebhookEvent, listApplicable } from './webhooks.store.ts'

const logger = pino({ level: 'silent' })
const clock = createManualClock()
const { signal } = new AbortController()
let database: TestDatabase
let jobs = 5_000
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Notes what is looked at, and lets a test hold the looks up. */
const looks = {
  read: true,
  ids: [] as string[],
  statuses: [] as string[],
  atOnce: 0,
  most: 0,
  hold: async (): Promise<void> => undefined,
}
let apply: ReturnType<typeof createApplyEvent>
beforeEach(() => {
  Object.assign(looks, { read: true, ids: [], statuses: [], atOnce: 0, most: 0, hold: async () => undefined })
  const reports = {
    lookAt: async (id: string) => {
      looks.ids.push(id)
      looks.most = Math.max(looks.most, ++looks.atOnce)
      await looks.hold()
      looks.atOnce--
      return looks.read
    },
    applyStatus: async (_id: string, status: string) => void looks.statuses.push(status),
  }
  apply = createApplyEvent({ database, reports, clock, logger })
})

async function event(jobId: number, status: string | null = 'successful'): Promise<string> {
  const id = randomUUID()
  await insertWebhookEvent(database.db, { id, jobId, status, receivedAt: clock.now(), appliedAt: null })
  await clock.advance(1)
  return id
}
const isApplied = async (id: string) => (await findEvent(database.db, id))!.appliedAt !== null

describe('a webhook event', () => {
  it('has the job of its execution read again, once', async () => {
    const jobId = ++jobs
    const execution = await insertExecution(database.db, { jobId })
    const id = await event(jobId)

    await apply(id, signal)
    await apply(id, signal)

    expect([looks.ids, looks.statuses, await isApplied(id)]).toEqual([[execution], [], true])
  })

  it('is applied together with all others of its job that have arrived', async () => {
    const jobId = ++jobs
    await insertExecution(database.db, { jobId })
    const ids = [await event(jobId, 'running'), await event(jobId), await event(jobId)]

    await Promise.all(ids.map((id) => apply(id, signal)))

    expect(looks.ids).toHaveLength(1)
    expect(await Promise.all(ids.map(isApplied))).toEqual([true, true, true])
  })

  it('that arrives while its job is being read has it read again', async () => {
    const jobId = ++jobs
    await insertExecution(database.db, { jobId })
    const first = await event(jobId, 'running')
    let second = ''
    looks.hold = async () => {
      if (second === '') second = await event(jobId)
    }

    await apply(first, signal)
    await apply(second, signal)

    expect(looks.ids).toHaveLength(2)
  })

  it('counts by its status when the job cannot be read', async () => {
    const jobId = ++jobs
    await insertExecution(database.db, { jobId })
    looks.read = false
    const id = await event(jobId, 'failed')

    await apply(id, signal)

    expect([looks.statuses, await isApplied(id)]).toEqual([['failed'], true])
  })

  it('does not count by its status when two automation servers have a job with this id', async () => {
    const jobId = ++jobs
    const executions = [
      await insertExecution(database.db, { jobId }),
      await insertExecution(database.db, { jobId, connectionId: randomUUID() }),
    ]
    looks.read = false
    await apply(await event(jobId), signal)

    expect([looks.ids.toSorted(), looks.statuses]).toEqual([executions.toSorted(), []])
  })

  it('of a job that has ended reads nothing', async () => {
    const jobId = ++jobs
    await insertExecution(database.db, { jobId, status: 'successful' })
    const id = await event(jobId)

    await apply(id, signal)

    expect([looks.ids, await isApplied(id)]).toEqual([[], true])
  })

  it('of an unknown job waits until the job turns up', async () => {
    const jobId = ++jobs
    const id = await event(jobId)
    await apply(id, signal)
    const before = [await isApplied(id), await listApplicable(database.db)]
    const execution = await insertExecution(database.db, { jobId })

    expect(before).toEqual([false, []])
    expect(await listApplicable(database.db, execution)).toEqual([{ id }])
    await apply(id, signal)
    expect([looks.ids, await isApplied(id)]).toEqual([[execution], true])
  })

  it('is read with at most three others of its automation server at once', async () => {
    const ids: string[] = []
    for (let count = 0; count < 20; count++) {
      const jobId = ++jobs
      await insertExecution(database.db, { jobId })
      ids.push(await event(jobId))
    }
    const full = Promise.withResolvers<void>()
    looks.hold = () => {
      if (looks.atOnce === 4) full.resolve()
      return full.promise
    }

    await Promise.all(ids.map((id) => apply(id, signal)))

    expect([looks.ids.length, looks.most]).toEqual([20, 4])
  })

  it('is left for another attempt when the process stops', async () => {
    const jobId = ++jobs
    await insertExecution(database.db, { jobId })
    const controller = new AbortController()
    looks.read = false
    looks.hold = async () => controller.abort(new Error('stopping'))
    const id = await event(jobId)

    await expect(apply(id, controller.signal)).rejects.toThrow('stopping')

    expect([looks.statuses, await isApplied(id)]).toEqual([[], false])
  })
})
