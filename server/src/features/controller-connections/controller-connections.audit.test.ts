import { connectionBody, newConnection } from '../../testing/audit-walk/objects.ts'
import { about, admin, FROM, idOf, newPassword, nothing, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { controllerConnectionsFeature } from './index.ts'

const CONNECTIONS = '/api/controller/connections/'

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/controller/connections/': about(
    nothing,
    'connection_create',
    () => admin.post(CONNECTIONS, connectionBody(), FROM),
    idOf,
  ),
  'PUT /api/controller/connections/:id/': about(newConnection, 'connection_update', (id) =>
    admin.put(`${CONNECTIONS}${id}/`, { ...connectionBody(), password: newPassword() }, FROM),
  ),
  'PATCH /api/controller/connections/:id/': about(newConnection, 'connection_update', (id) =>
    admin.patch(`${CONNECTIONS}${id}/`, { password: newPassword() }, FROM),
  ),
  'DELETE /api/controller/connections/:id/': about(newConnection, 'connection_delete', (id) =>
    admin.delete(`${CONNECTIONS}${id}/`, FROM),
  ),
  'POST /api/controller/connections/:id/test_connection/': about(newConnection, 'connection_test', (id) =>
    admin.post(`${CONNECTIONS}${id}/test_connection/`, undefined, FROM),
  ),
  'POST /api/controller/connections/:id/set_default/': about(newConnection, 'connection_set_default', (id) =>
    admin.post(`${CONNECTIONS}${id}/set_default/`, undefined, FROM),
  ),
}

walkAuditLog(controllerConnectionsFeature, SCENARIOS)
