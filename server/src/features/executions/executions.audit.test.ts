import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from 'vitest'
import { newConnection, newQuery } from '../../testing/audit-walk/objects.ts'
import { about, admin, app, expectOk, FROM, own, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { executionsFeature } from './index.ts'

const QUERIES = '/api/queries/saved-queries/'

const newRun = async (): Promise<string> =>
  (await expectOk(app.admin.post(`${QUERIES}${await newQuery()}/execute/`))).body.execution_id
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

const draftOn = (connection: string) => ({
  controller_connection: connection,
  draft: { nodes: [{ id: 't', class_name: 'fvTenant' }], edges: [] },
})

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/queries/saved-queries/:id/execute/': about(
    newQuery,
    'query_run',
    (id) => admin.post(`${QUERIES}${id}/execute/`, {}, FROM),
    ({ body }) => body.execution_id,
  ),
  'GET /api/queries/execution-logs/:id/results/': about(newRun, 'results_export', (id) =>
    admin.get(`/api/queries/execution-logs/${id}/results/`, FROM),
  ),
  'POST /api/queries/saved-queries/:id/execute_background/': about(
    newQuery,
    'query_run_start',
    (id) => admin.post(`${QUERIES}${id}/execute_background/`, {}, FROM),
    ({ body }) => body.execution_id,
  ),
  'POST /api/queries/execute/': about(
    newConnection,
    'query_run',
    (id) => admin.post('/api/queries/execute/', draftOn(id), FROM),
    ({ body }) => body.execution_id,
  ),
  'POST /api/queries/execute_background/': about(
    newConnection,
    'query_run_start',
    (id) => admin.post('/api/queries/execute_background/', draftOn(id), FROM),
    ({ body }) => body.execution_id,
  ),
  'POST /api/queries/pipeline-executions/:id/cancel/': about(newEndlessRun, 'run_cancel', (id) =>
    admin.post(`/api/queries/pipeline-executions/${id}/cancel/`, undefined, FROM),
  ),
  'PATCH /api/queries/task-settings/': own('task_settings_update', (user) =>
    user.patch('/api/queries/task-settings/', { max_concurrent_background: 2 }, FROM),
  ),
}

walkAuditLog(executionsFeature, SCENARIOS)
