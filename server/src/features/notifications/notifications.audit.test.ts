import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import { randomUUID } from 'node:crypto'
import { app, expectOk, FROM, newUser, own, type Scenario, type User } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import type { Answer } from '../../testing/start-test-app.ts'
import { taskPaused } from '../schedules/index.ts'
import { notificationsFeature } from './index.ts'

const NOTIFICATIONS = '/api/notifications/notifications/'

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

const SCENARIOS: Readonly<Record<string, Scenario>> = {
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

walkAuditLog(notificationsFeature, SCENARIOS)
