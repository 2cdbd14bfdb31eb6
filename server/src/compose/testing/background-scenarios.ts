import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import { expect } from 'vitest'
import { taskPaused } from '../../features/schedules/index.ts'
import type { Answer } from '../../testing/start-test-app.ts'
import { about, admin, another, app, expectOk, FROM, idOf, newUser, nothing, own, type Scenario, type User } from './walk.ts'
import { newConnection, newQuery } from './workspace-scenarios.ts'

const QUERIES = '/api/queries/saved-queries/'
const TASKS = '/api/queries/scheduled-tasks/'
const NOTIFICATIONS = '/api/notifications/notifications/'

/** A run that lasts until it is cancelled: its controller accepts the connection and never responds. */
async function newEndlessRun(): Promise<string> {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  silent.unref()
  const { port } = silent.address() as AddressInfo
  const query = await newQuery(await newConnection(`http://127.0.0.1:${port}`))
  const { body } = await expectOk(app.admin.post(`${QUERIES}${query}/execute_background/`))
  const { body: found } = await app.admin.get(`/api/queries/pipeline-executions/?saved_query=${query}`)
  expect(found.results).toMatchObject([{ execution: body.execution_id }])
  return found.results[0].id
}

const newTaskBody = async () => ({
  name: `task ${another()}`,
  saved_query: await newQuery(),
  controller_connections: [await newConnection()],
  schedule_type: 'interval',
  interval_minutes: 60,
})
const newTask = async (): Promise<string> => idOf(await expectOk(app.admin.post(TASKS, await newTaskBody())))
const taskCall = (path: string, action: AuditAction): Scenario =>
  about(newTask, action, (id) => admin.post(`${TASKS}${id}/${path}/`, undefined, FROM))

/** The user's newest notification. */
async function newNotification(user: User): Promise<string> {
  const { database } = app.app.platform
  const paused = { task_id: randomUUID(), task_name: 'a task', owner_id: user.id, failure_streak: 10 }
  await database.transaction((tx) => app.app.platform.events.raise(tx, taskPaused, paused))
  const { body } = await expectOk(user.get(NOTIFICATIONS))
  return body.results[0].id
}
const notified =
  (action: AuditAction, call: (user: User, id: string) => Promise<Answer>): Scenario =>
  async () => {
    const user = await newUser()
    const id = await newNotification(user)
    return { answer: await call(user, id), action, by: user, target: id }
  }

/** Background runs, scheduled tasks and notifications. */
export const BACKGROUND_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/queries/saved-queries/:id/execute_background/': about(
    newQuery,
    'query_run_start',
    (id) => admin.post(`${QUERIES}${id}/execute_background/`, {}, FROM),
    ({ body }) => body.execution_id,
  ),
  'POST /api/queries/pipeline-executions/:id/cancel/': about(newEndlessRun, 'run_cancel', (id) =>
    admin.post(`/api/queries/pipeline-executions/${id}/cancel/`, undefined, FROM),
  ),
  'PATCH /api/queries/task-settings/': own('task_settings_update', (user) =>
    user.patch('/api/queries/task-settings/', { max_concurrent_background: 2 }, FROM),
  ),

  'POST /api/queries/scheduled-tasks/': about(nothing, 'task_create', async () => admin.post(TASKS, await newTaskBody(), FROM), idOf),
  'PUT /api/queries/scheduled-tasks/:id/': about(newTask, 'task_update', async (id) =>
    admin.put(`${TASKS}${id}/`, await newTaskBody(), FROM),
  ),
  'PATCH /api/queries/scheduled-tasks/:id/': about(newTask, 'task_update', (id) =>
    admin.patch(`${TASKS}${id}/`, { interval_minutes: 30 }, FROM),
  ),
  'DELETE /api/queries/scheduled-tasks/:id/': about(newTask, 'task_delete', (id) => admin.delete(`${TASKS}${id}/`, FROM)),
  'POST /api/queries/scheduled-tasks/:id/enable/': taskCall('enable', 'task_enable'),
  'POST /api/queries/scheduled-tasks/:id/disable/': taskCall('disable', 'task_disable'),
  'POST /api/queries/scheduled-tasks/:id/run_now/': taskCall('run_now', 'task_run'),

  'POST /api/notifications/notifications/:id/mark_read/': notified('notification_read', (user, id) =>
    user.post(`${NOTIFICATIONS}${id}/mark_read/`, undefined, FROM),
  ),
  'POST /api/notifications/notifications/mark_all_read/': own(
    'notifications_read_all',
    (user) => user.post(`${NOTIFICATIONS}mark_all_read/`, undefined, FROM),
    { target: false },
  ),
  'DELETE /api/notifications/notifications/:id/': notified('notification_delete', (user, id) =>
    user.delete(`${NOTIFICATIONS}${id}/`, FROM),
  ),
  'PATCH /api/notifications/preferences/': own('notification_preferences_update', (user) =>
    user.patch('/api/notifications/preferences/', { digest_enabled: true }, FROM),
  ),
}
