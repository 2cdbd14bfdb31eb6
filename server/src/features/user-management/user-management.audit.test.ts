import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import {
  about,
  admin,
  another,
  FROM,
  hush,
  idOf,
  managed,
  newPassword,
  nothing,
  type Scenario,
} from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { userManagementFeature } from './index.ts'

const USERS = '/api/auth/management/'
const newAccount = () => {
  const username = `new-${another()}`
  return { username, email: `${username}@example.org`, password: newPassword() }
}
const manage = (action: AuditAction, path: string, bodyOf: () => object | undefined = () => undefined): Scenario =>
  managed(action, ({ id }) => admin.post(`${USERS}${id}/${path}/`, bodyOf(), FROM))

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/auth/management/': about(nothing, 'user_create', () => admin.post(USERS, newAccount(), FROM), idOf),
  'PATCH /api/auth/management/:id/': managed('user_update', ({ id }) =>
    admin.patch(`${USERS}${id}/`, { last_name: 'Byron' }, FROM),
  ),
  'DELETE /api/auth/management/:id/': managed('user_delete', ({ id }) => admin.delete(`${USERS}${id}/`, FROM)),
  'POST /api/auth/management/:id/reset_password/': manage('user_password_reset', 'reset_password', () => ({
    new_password: newPassword(),
  })),
  'POST /api/auth/management/:id/generate_reset_code/': managed('reset_code_generate', async ({ id }) => {
    const answer = await admin.post(`${USERS}${id}/generate_reset_code/`, undefined, FROM)
    hush(answer.body.code)
    return answer
  }),
  'POST /api/auth/management/:id/verify_email/': manage('user_email_verify', 'verify_email'),
  'POST /api/auth/management/:id/disable_mfa/': manage('user_mfa_disable', 'disable_mfa'),
  'DELETE /api/auth/management/:id/sessions/:session/': managed('session_end', async ({ id }) => {
    const [session] = (await admin.get(`${USERS}${id}/sessions/`)).body
    return admin.delete(`${USERS}${id}/sessions/${session.id}/`, FROM)
  }),
  'POST /api/auth/management/:id/end_sessions/': manage('session_end', 'end_sessions'),
  'POST /api/auth/management/:id/activate/': manage('user_activate', 'activate'),
  'POST /api/auth/management/:id/deactivate/': manage('user_deactivate', 'deactivate'),
  'POST /api/auth/management/:id/add_permissions/': manage('permissions_add', 'add_permissions', () => ({
    permissions: ['controller.delete_connection'],
  })),
  'POST /api/auth/management/:id/remove_permissions/': manage('permissions_remove', 'remove_permissions', () => ({
    permissions: ['controller.delete_connection'],
  })),
}

walkAuditLog(userManagementFeature, SCENARIOS)
