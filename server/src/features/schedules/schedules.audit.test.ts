import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import { newConnection, newQuery } from '../../testing/audit-walk/objects.ts'
import {
  about,
  admin,
  another,
  app,
  expectOk,
  FROM,
  idOf,
  nothing,
  type Scenario,
} from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { schedulesFeature } from './index.ts'

const TASKS = '/api/queries/scheduled-tasks/'
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

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/queries/scheduled-tasks/': about(
    nothing,
    'task_create',
    async () => admin.post(TASKS, await newTaskBody(), FROM),
    idOf,
  ),
  'PUT /api/queries/scheduled-tasks/:id/': about(newTask, 'task_update', async (id) =>
    admin.put(`${TASKS}${id}/`, await newTaskBody(), FROM),
  ),
  'PATCH /api/queries/scheduled-tasks/:id/': about(newTask, 'task_update', (id) =>
    admin.patch(`${TASKS}${id}/`, { interval_minutes: 30 }, FROM),
  ),
  'DELETE /api/queries/scheduled-tasks/:id/': about(newTask, 'task_delete', (id) =>
    admin.delete(`${TASKS}${id}/`, FROM),
  ),
  'POST /api/queries/scheduled-tasks/:id/enable/': taskCall('enable', 'task_enable'),
  'POST /api/queries/scheduled-tasks/:id/disable/': taskCall('disable', 'task_disable'),
  'POST /api/queries/scheduled-tasks/:id/run_now/': taskCall('run_now', 'task_run'),
}

walkAuditLog(schedulesFeature, SCENARIOS)
