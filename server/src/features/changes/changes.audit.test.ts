import { newConnection, newQuery } from '../../testing/audit-walk/objects.ts'
import { about, admin, expectOk, FROM, idOf, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { soon } from '../../testing/executions/background.ts'
import { changesFeature } from './index.ts'

const CHANGES = '/api/history/changes/'

async function bodyOf() {
  const connection = await newConnection()
  return { name: 'audited', saved_queries: [await newQuery(connection)], controller_connection: connection }
}

async function openChange(): Promise<string> {
  const id = idOf(await expectOk(admin.post(CHANGES, await bodyOf())))
  await soon(async () => (await admin.get(`${CHANGES}${id}/`)).body.status).toBe('open')
  return id
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/history/changes/': about(bodyOf, 'change_open', (body) => admin.post(CHANGES, body, FROM), idOf),
  'POST /api/history/changes/:id/close/': about(openChange, 'change_close', (id) =>
    admin.post(`${CHANGES}${id}/close/`, {}, FROM),
  ),
  'DELETE /api/history/changes/:id/': about(openChange, 'change_delete', (id) =>
    admin.delete(`${CHANGES}${id}/`, FROM),
  ),
}

walkAuditLog(changesFeature, SCENARIOS)
