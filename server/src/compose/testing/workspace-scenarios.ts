import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { about, admin, another, app, controller, expectOk, FROM, hush, idOf, newPassword, nothing, type Scenario } from './walk.ts'

const CONNECTIONS = '/api/controller/connections/'
const CATEGORIES = '/api/queries/categories/'
const QUERIES = '/api/queries/saved-queries/'

const account = () => ({ name: `lab ${another()}`, host: controller.url, username: 'admin', password: hush(DEFAULT_PASSWORD) })
export const newConnection = async (host = controller.url): Promise<string> =>
  idOf(await expectOk(app.admin.post(CONNECTIONS, { ...account(), host })))
const newCategory = async (): Promise<number> => idOf(await expectOk(app.admin.post(CATEGORIES, { name: `category ${another()}` })))
const drawing = async (connection?: string) => ({
  name: `query ${another()}`,
  controller_connection: connection ?? (await newConnection()),
  nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }],
  edges: [],
})
export const newQuery = async (connection?: string): Promise<string> =>
  idOf(await expectOk(app.admin.post(QUERIES, await drawing(connection))))
const newRun = async (): Promise<string> => (await expectOk(app.admin.post(`${QUERIES}${await newQuery()}/execute/`))).body.execution_id

/** Connections, queries, their runs, and the audit log. */
export const WORKSPACE_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/controller/connections/': about(nothing, 'connection_create', () => admin.post(CONNECTIONS, account(), FROM), idOf),
  'PUT /api/controller/connections/:id/': about(newConnection, 'connection_update', (id) =>
    admin.put(`${CONNECTIONS}${id}/`, { ...account(), password: newPassword() }, FROM),
  ),
  'PATCH /api/controller/connections/:id/': about(newConnection, 'connection_update', (id) =>
    admin.patch(`${CONNECTIONS}${id}/`, { password: newPassword() }, FROM),
  ),
  'DELETE /api/controller/connections/:id/': about(newConnection, 'connection_delete', (id) => admin.delete(`${CONNECTIONS}${id}/`, FROM)),
  'POST /api/controller/connections/:id/test_connection/': about(newConnection, 'connection_test', (id) =>
    admin.post(`${CONNECTIONS}${id}/test_connection/`, undefined, FROM),
  ),
  'POST /api/controller/connections/:id/set_default/': about(newConnection, 'connection_set_default', (id) =>
    admin.post(`${CONNECTIONS}${id}/set_default/`, undefined, FROM),
  ),

  'POST /api/queries/categories/': about(
    nothing,
    'category_create',
    () => admin.post(CATEGORIES, { name: `category ${another()}` }, FROM),
    idOf,
  ),
  'PUT /api/queries/categories/:id/': about(newCategory, 'category_update', (id) =>
    admin.put(`${CATEGORIES}${id}/`, { name: `category ${another()}` }, FROM),
  ),
  'PATCH /api/queries/categories/:id/': about(newCategory, 'category_update', (id) =>
    admin.patch(`${CATEGORIES}${id}/`, { name: `category ${another()}` }, FROM),
  ),
  'DELETE /api/queries/categories/:id/': about(newCategory, 'category_delete', (id) => admin.delete(`${CATEGORIES}${id}/`, FROM)),

  'POST /api/queries/saved-queries/': about(nothing, 'query_create', async () => admin.post(QUERIES, await drawing(), FROM), idOf),
  'PUT /api/queries/saved-queries/:id/': about(newQuery, 'query_update', async (id) =>
    admin.put(`${QUERIES}${id}/`, await drawing(), FROM),
  ),
  'PATCH /api/queries/saved-queries/:id/': about(newQuery, 'query_update', (id) =>
    admin.patch(`${QUERIES}${id}/`, { description: 'other' }, FROM),
  ),
  'DELETE /api/queries/saved-queries/:id/': about(newQuery, 'query_delete', (id) => admin.delete(`${QUERIES}${id}/`, FROM)),
  'POST /api/queries/saved-queries/:id/favorite/': about(newQuery, 'favorite_add', (id) =>
    admin.post(`${QUERIES}${id}/favorite/`, undefined, FROM),
  ),
  'POST /api/queries/saved-queries/:id/unfavorite/': about(newQuery, 'favorite_remove', (id) =>
    admin.post(`${QUERIES}${id}/unfavorite/`, undefined, FROM),
  ),
  'POST /api/queries/saved-queries/:id/duplicate/': about(
    newQuery,
    'query_duplicate',
    (id) => admin.post(`${QUERIES}${id}/duplicate/`, {}, FROM),
    idOf,
  ),
  'POST /api/queries/saved-queries/:id/versions/:version/restore/': about(newQuery, 'query_restore', async (id) => {
    await expectOk(admin.patch(`${QUERIES}${id}/`, { nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'mtu'] }] }))
    return admin.post(`${QUERIES}${id}/versions/1/restore/`, undefined, FROM)
  }),
  'POST /api/queries/saved-queries/:id/execute/': about(
    newQuery,
    'query_run',
    (id) => admin.post(`${QUERIES}${id}/execute/`, {}, FROM),
    ({ body }) => body.execution_id,
  ),
  'GET /api/queries/execution-logs/:id/results/': about(newRun, 'results_export', (id) =>
    admin.get(`/api/queries/execution-logs/${id}/results/`, FROM),
  ),

  'PATCH /api/audit/settings/': async () => ({
    answer: await admin.patch('/api/audit/settings/', { retention_days: { notification: 31 } }, FROM),
    action: 'settings_change',
    by: admin,
    target: 'audit',
  }),
  'GET /api/audit/logs/export/': async () => ({
    answer: await admin.get('/api/audit/logs/export/?page_size=1', FROM),
    action: 'audit_export',
    by: admin,
    target: 'export',
  }),
}
