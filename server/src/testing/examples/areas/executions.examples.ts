import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import type { World } from '../start-world.ts'
import { CONNECTIONS, QUERIES, SETTINGS_OF_BRIDGE_DOMAINS, type Workspace } from '../workspace.ts'
import { packFiles } from '../../packs/pack-files.ts'

const LOGS = '/api/queries/execution-logs/'
const PIPELINES = '/api/queries/pipeline-executions/'

export async function executionExamples(world: World, workspace: Workspace): Promise<void> {
  const { example, refused, until, prepare } = world
  const { connection, query } = workspace
  const params = { id: query }
  // The first plan may take longer than it may, while its thread starts.
  await until(`POST ${QUERIES}:id/validate/`, { params, body: {} }, ({ valid }) => valid)
  await example(`POST ${QUERIES}:id/validate/`, { params, body: {} })
  const run = await example(`POST ${QUERIES}:id/execute/`, { params, body: {} })
  await refused(`POST ${QUERIES}:id/execute/`, { params, body: { controller_connection: 'DC1', variables: [] } })
  const { execution_id: id } = await example(`POST ${QUERIES}:id/execute_background/`, {
    params,
    body: { controller_connection: connection },
  })
  await until(`GET ${LOGS}:id/`, { params: { id } }, ({ status }) => status === 'success')
  await example(`GET ${LOGS}`, { query: { saved_query: query, status: 'success', ordering: '-executed_at' } })
  await example(`GET ${LOGS}:id/`, { params: { id: run.execution_id } })
  await example(`GET ${LOGS}:id/results/`, { params: { id: run.execution_id }, query: { format: 'csv' } })
  const { results } = await example(`GET ${PIPELINES}`, { query: { saved_query: query } })
  await example(`GET ${PIPELINES}:id/`, { params: { id: results[0].id } })
  await example(`POST ${QUERIES}:id/why/`, { params, body: { dn: 'uni/tn-prod/BD-web' } })
  await refused(`POST ${QUERIES}:id/why/`, { params, body: { dn: 'uni//BD-web' } })
  await draftExamples(world, workspace)
  await cancelExample(world)
  await parameterExample(world, workspace)

  await example('PATCH /api/queries/task-settings/', {
    body: { max_concurrent_background: 2, default_timezone: 'Europe/Stockholm' },
  })
  await refused('PATCH /api/queries/task-settings/', {
    body: { max_concurrent_background: 0, default_timezone: 'Stockholm' },
  })
  await example('GET /api/queries/task-settings/')
  await checkExamples(world, workspace)
  await prepare('PATCH /api/queries/task-settings/', { body: { default_timezone: 'UTC' } })
}

/** What is on a screen, and not saved yet. */
async function draftExamples({ example, refused, until }: World, { connection }: Workspace): Promise<void> {
  const body = {
    controller_connection: connection,
    draft: { ...SETTINGS_OF_BRIDGE_DOMAINS, post_processors: [{ type: 'limit', config: { count: 5 } }] },
  }
  await example('POST /api/queries/validate/', { body })
  await example('POST /api/queries/execute/', { body })
  await example('POST /api/queries/why/', { body: { ...body, dn: 'uni/tn-prod/BD-web' } })
  await refused('POST /api/queries/execute/', { body: { draft: body.draft, variables: [] } })
  const { execution_id: id } = await example('POST /api/queries/execute_background/', { body })
  await until(`GET ${LOGS}:id/`, { params: { id } }, ({ status }) => status === 'success')
}

/** A run that waits until the one before it has ended: what its answer says does not depend on how far it is. */
async function cancelExample({ example, prepare, until }: World): Promise<void> {
  const silent = await startSilentController()
  const { port } = silent.address() as AddressInfo
  const account = { host: `http://127.0.0.1:${port}`, username: 'admin', password: DEFAULT_PASSWORD }
  const { id: connection } = await prepare(`POST ${CONNECTIONS}`, { body: { name: 'DC3 fabric', ...account } })
  const saved = { name: 'Bridge domains of DC3', controller_connection: connection, ...SETTINGS_OF_BRIDGE_DOMAINS }
  const { id } = await prepare(`POST ${QUERIES}`, { body: saved })
  await prepare('PATCH /api/queries/task-settings/', { body: { max_concurrent_background: 1 } })
  await prepare(`POST ${QUERIES}:id/execute_background/`, { params: { id }, body: {} })
  const first = (await prepare(`GET ${PIPELINES}`, { query: { saved_query: id } })).results[0].id
  await until(`GET ${PIPELINES}:id/`, { params: { id: first } }, ({ started_at }) => started_at !== null)
  await prepare(`POST ${QUERIES}:id/execute_background/`, { params: { id }, body: {} })
  const { results } = await prepare(`GET ${PIPELINES}`, { query: { saved_query: id } })
  await example(`POST ${PIPELINES}:id/cancel/`, { params: { id: results[0].id } })
  await prepare(`POST ${PIPELINES}:id/cancel/`, { params: { id: first } })
  await until(`GET ${PIPELINES}:id/`, { params: { id: first } }, ({ status }) => status === 'cancelled')
  await prepare(`DELETE ${QUERIES}:id/`, { params: { id } })
  await prepare(`DELETE ${CONNECTIONS}:id/`, { params: { id: connection } })
  silent.close()
}

/** It accepts connections and never responds, so that a run lasts until it is cancelled. */
async function startSilentController(): Promise<Server> {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  silent.unref()
  return silent
}

/** A query whose tenant is chosen from the tenants of the fabric. */
async function parameterExample({ example, prepare }: World, { connection }: Workspace): Promise<void> {
  const tenants = { nodes: [{ id: 'tenant', class_name: 'fvTenant', properties: ['name'] }], edges: [] }
  const { id: source } = await prepare(`POST ${QUERIES}`, {
    body: { name: 'Tenants', controller_connection: connection, ...tenants },
  })
  const filters = [{ property: 'name', operator: 'eq', value: '{{tenant}}' }]
  const { id } = await prepare(`POST ${QUERIES}`, {
    body: {
      name: 'Bridge domains of a tenant',
      controller_connection: connection,
      nodes: [
        { id: 'tenant', class_name: 'fvTenant', filters },
        { id: 'bd', class_name: 'fvBD', primary: true, properties: ['name'] },
      ],
      edges: [{ id: 'e1', source: 'tenant', target: 'bd', kind: 'contains' }],
      parameters: [
        { name: 'tenant', label: 'Tenant', type: 'text', choices_from: { saved_query: source, column: 'name' } },
      ],
    },
  })
  await example(`GET ${QUERIES}:id/parameters/:name/choices/`, { params: { id, name: 'tenant' }, query: { q: 'pro' } })
}

async function checkExamples(
  { example, also, refused, prepare, until }: World,
  { connection }: Workspace,
): Promise<void> {
  const expect = { rows: { min: 1 }, every: 'unicastRoute == "yes"' }
  const body = {
    name: 'Bridge domains route',
    controller_connection: connection,
    ...SETTINGS_OF_BRIDGE_DOMAINS,
    expect,
  }
  const { id: query } = await prepare(`POST ${QUERIES}`, { body })
  const { id } = await example('POST /api/queries/checks/', { body: { saved_queries: [query] } })
  await until('GET /api/queries/checks/:id/', { params: { id } }, ({ status }) => status !== 'running')
  const check = await example('GET /api/queries/checks/:id/', { params: { id }, query: { format: 'json' } })
  await example(`GET ${LOGS}:id/findings/`, { params: { id: check.results[0].execution } })
  const waiver = await example('POST /api/queries/waivers/', {
    body: {
      saved_query: query,
      resource: 'uni/tn-common/BD-*',
      until: '2027-03-01T00:00:00Z',
      reason: 'They are for layer 2 only until the firewalls move.',
    },
  })
  await refused('POST /api/queries/waivers/', {
    body: { saved_query: query, resource: '', until: '2027-03-01T00:00:00Z', reason: ' ' },
  })
  await example('GET /api/queries/waivers/', { query: { saved_query: query, expired: false } })
  await example('GET /api/queries/waivers/:id/', { params: { id: waiver.id } })
  await example('DELETE /api/queries/waivers/:id/', { params: { id: waiver.id } })
  await example('POST /api/packs/', { body: { files: packFiles('our-rules') } })
  await also('POST /api/packs/', { body: { files: packFiles('our-rules') }, query: { dry_run: true } })
  await example('GET /api/packs/')
  await example('GET /api/packs/:name/', { params: { name: 'our-rules' } })
  await example('PATCH /api/packs/:name/checks/:id/', {
    params: { name: 'our-rules', id: 'node-named' },
    body: { severity: 'high', parameters: { state: 'active' } },
  })
  await example('DELETE /api/packs/:name/', { params: { name: 'our-rules' } })
}
