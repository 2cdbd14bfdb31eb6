import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { listRuns, type RunFilter } from './scheduled-executions.store.ts'
import { makeOwner, makeTask, type Owner, startSchedules } from '../../testing/schedules/start-schedules.ts'

const RUNS_OF_EACH = 5_100
let database: TestDatabase
let owner: Owner
let other: Owner
beforeAll(async () => {
  database = await createTestDatabase()
  const app = startSchedules(database)
  ;[owner, other] = [await makeOwner(database), await makeOwner(database)]
  for (const one of [owner, owner, other]) await addRuns(await makeTask(app, one))
  await app.sql('analyze')
})
afterAll(() => database.drop())

/** Several runs start at the same instant, and every hundredth has failed. */
const addRuns = (task: string) =>
  database.pool.query(
    `with firing as (
      insert into scheduled_firings values (gen_random_uuid(), $1, null, 'manual', 'success', now(), now()) returning id)
    insert into scheduled_executions
        (id, firing_id, task_id, saved_query_id, controller_connection_id, position, status, trigger, scheduled_for, started_at)
      select gen_random_uuid(), firing.id, $1, gen_random_uuid(), gen_random_uuid(), n, case when n % 100 = 0 then 'failure' else 'success' end,
          'manual', now(), timestamptz '2026-01-01' + (n / 7) * interval '1 second'
        from firing, generate_series(1, ${RUNS_OF_EACH}) n`,
    [task],
  )
const list = ({ caller }: Owner, page: number, filter: Partial<RunFilter> = {}) =>
  listRuns(
    database.db,
    caller,
    { task: undefined, status: undefined, newestFirst: true, ...filter },
    { page, size: 90, offset: (page - 1) * 90 },
  )

it('lists every run once across all pages, in order, on early and late pages', async () => {
  const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((page) => list(owner, page)))

  const listed = pages.flatMap(({ items }) => items.map(({ id, startedAt }) => ({ id, startedAt })))
  const { rows } = await database.pool.query(
    `select r.id, r.started_at as "startedAt" from scheduled_executions r join scheduled_tasks t on t.id = r.task_id where t.owner_id = $1
      order by r.started_at desc, r.id desc limit 720`,
    [owner.caller.id],
  )
  expect(listed).toEqual(rows)
})

it('counts up to a bound and estimates above it', async () => {
  expect(await list(other, 1)).toMatchObject({ count: RUNS_OF_EACH, countIsExact: true, hasMore: true })
  expect(await list(owner, 1, { status: 'failure' })).toMatchObject({ count: 102, countIsExact: true, hasMore: true })

  const many = await list(owner, 1)

  expect(many).toMatchObject({ countIsExact: false, hasMore: true })
  expect(many.count).toBeGreaterThan(10_000)
})

it('recognises the last page by its rows', async () => {
  expect(await list(owner, 2, { status: 'failure' })).toMatchObject({
    count: 102,
    hasMore: false,
    items: { length: 12 },
  })
  expect(await list(owner, 200)).toMatchObject({ hasMore: false, items: [] })
})
