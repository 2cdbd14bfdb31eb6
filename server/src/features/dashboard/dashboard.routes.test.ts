import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertRequest } from '../../testing/automation/insert-executions.ts'
import { BRIDGE_DOMAINS, type Snapshots, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'
import { installModel } from '../../testing/mim/install-model.ts'
import { DAY } from '../../kernel/durations.ts'
import { VERSION } from '../../kernel/product-version.ts'
import { noteBackup } from '../../platform/instance/last-backup.ts'
import { schedulesFeature } from '../schedules/index.ts'

const STATS = '/api/dashboard/stats/'
const INFO = '/api/dashboard/platform-info/'
const CAPACITY = '/api/dashboard/capacity/'
let rig: Snapshots
beforeAll(async () => {
  rig = await startSnapshots()
  await rig.app.app.features.of(schedulesFeature).scheduler.close()
})
afterAll(() => rig.stop())

it('needs a user', async () => {
  const { anonymous } = rig.app

  expect([(await anonymous.get(STATS)).status, (await anonymous.get(INFO)).status]).toEqual([401, 401])
})

it('counts what the caller has and did, and nothing of others', async () => {
  const viewer = await rig.app.userOf('viewer')
  const query = await rig.save(BRIDGE_DOMAINS)
  await rig.captured(query)
  const editor = (await rig.editor.get('/api/auth/profile/')).body
  const { db } = rig.app.app.platform.database
  const now = Date.now()
  await insertRequest(db, { userId: editor.id, createdAt: new Date(now - 6 * DAY) })
  await insertRequest(db, { userId: editor.id, createdAt: new Date(now - 8 * DAY) })
  const task = {
    name: 'nightly',
    saved_query: query,
    controller_connections: [rig.connection],
    schedule_type: 'interval',
    interval_minutes: 60,
  }
  const [failing] = await Promise.all([task, { ...task, name: 'off', enabled: false }].map((body) => create(body)))
  await rig.sql('update scheduled_tasks set failure_streak = 2, last_run_status = $1 where id = $2', [
    'failure',
    failing,
  ])

  const { status, body } = await rig.editor.get(STATS)

  expect([status, body]).toEqual([
    200,
    {
      saved_queries: 1,
      scheduled_tasks: { total: 2, enabled: 1, failing: 1 },
      automation_requests_7d: 1,
      snapshots_7d: 1,
      unread_notifications: 0,
      last_login: editor.last_login,
    },
  ])
  expect((await viewer.get(STATS)).body).toMatchObject({
    saved_queries: 0,
    scheduled_tasks: { total: 0, enabled: 0, failing: 0 },
    automation_requests_7d: 0,
    snapshots_7d: 0,
  })
})

async function create(body: object): Promise<string> {
  const { status, body: task, text } = await rig.editor.post('/api/queries/scheduled-tasks/', body)
  expect(status, text).toBe(201)
  return task.id
}

it('shows versions, uptime and the health of each service', async () => {
  const before = (await rig.editor.get(INFO)).body
  const healthy = { status: 'healthy', checked_at: expect.any(String), latency_ms: expect.any(Number), detail: null }

  expect(before).toEqual({
    version: VERSION,
    controller_version: null,
    mim_installed_at: null,
    uptime_seconds: expect.any(Number),
    services: { database: 'healthy', graph_store: 'healthy', cache: 'healthy', message_broker: 'healthy' },
    checks: { database: healthy, graph_store: healthy, cache: healthy, message_broker: healthy },
  })
  await installModel(rig.app.app, [generateModel({ classes: 1 }).document('top:Root')], '6.1(1f)')
  const after = (await rig.editor.get(INFO)).body
  expect(after).toMatchObject({ controller_version: '6.1(1f)', mim_installed_at: expect.any(String) })
})

it('says what is in use of threads, queues, budgets and the database, to administrators only', async () => {
  const { admin, app } = rig.app
  const takenAt = new Date('2026-03-05T02:00:00Z')
  await noteBackup(app.platform.database.db, takenAt)

  const { status, body } = await admin.get(CAPACITY)

  expect(status).toBe(200)
  expect(body.process.threads.map(({ pool }: { pool: string }) => pool)).toEqual(['engine', 'planner', 'rows'])
  for (const { busy, capacity } of body.process.threads) expect(busy).toBeLessThanOrEqual(capacity)
  expect(body.process).toMatchObject({ role: 'all', memory_used_bytes: expect.any(Number) })
  expect(body.database.size_bytes).toBeGreaterThan(1_000_000)
  expect(body.queues).toContainEqual(
    expect.objectContaining({ queue: expect.any(String), waiting: expect.any(Number) }),
  )
  const ids = body.controllers.flatMap(({ connections }: { connections: { id: string }[] }) =>
    connections.map(({ id }) => id),
  )
  expect(ids).toContain(rig.connection)
  expect(new Set(ids).size).toBe(ids.length)
  expect(body.last_backup).toEqual({ taken_at: '2026-03-05T02:00:00.000+00:00', program_version: VERSION })
  const others = [await rig.app.userOf('operator'), await rig.app.userOf('viewer')]
  expect(await Promise.all(others.map(async (user) => (await user.get(CAPACITY)).status))).toEqual([403, 403])
  expect((await rig.app.anonymous.get(CAPACITY)).status).toBe(401)
})
