import {
  about,
  admin,
  another,
  app,
  expectOk,
  FROM,
  hush,
  idOf,
  newPassword,
  nothing,
  type Scenario,
} from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { automationConnectionsFeature } from './index.ts'

const CONNECTIONS = '/api/automation/connections/'

const connectionBody = () => ({
  name: `awx ${another()}`,
  base_url: 'http://127.0.0.1:9',
  oauth_token: hush(newPassword()),
})
const newConnection = async (): Promise<string> => idOf(await expectOk(app.admin.post(CONNECTIONS, connectionBody())))

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/automation/connections/': about(
    nothing,
    'automation_connection_create',
    () => admin.post(CONNECTIONS, connectionBody(), FROM),
    idOf,
  ),
  'PUT /api/automation/connections/:id/': about(newConnection, 'automation_connection_update', (id) =>
    admin.put(`${CONNECTIONS}${id}/`, connectionBody(), FROM),
  ),
  'PATCH /api/automation/connections/:id/': about(newConnection, 'automation_connection_update', (id) =>
    admin.patch(`${CONNECTIONS}${id}/`, { oauth_token: newPassword() }, FROM),
  ),
  'DELETE /api/automation/connections/:id/': about(newConnection, 'automation_connection_delete', (id) =>
    admin.delete(`${CONNECTIONS}${id}/`, FROM),
  ),
  'POST /api/automation/connections/:id/test_connection/': about(newConnection, 'automation_connection_test', (id) =>
    admin.post(`${CONNECTIONS}${id}/test_connection/`, undefined, FROM),
  ),
  'POST /api/automation/connections/:id/set_default/': about(newConnection, 'automation_connection_set_default', (id) =>
    admin.post(`${CONNECTIONS}${id}/set_default/`, undefined, FROM),
  ),
}

walkAuditLog(automationConnectionsFeature, SCENARIOS)
