import type { World } from '../start-world.ts'
import type { Workspace } from '../workspace.ts'
import { crudExamples } from './crud.ts'

const TASKS = '/api/queries/scheduled-tasks/'
const FIRINGS = '/api/queries/scheduled-executions/'

export async function scheduleExamples(world: World, { connection, query }: Workspace): Promise<void> {
  const { example, prepare, until } = world
  const nightly = {
    name: 'Bridge domains, every night',
    saved_query: query,
    controller_connections: [connection],
    schedule_type: 'cron',
    cron_expression: '30 2 * * *',
    timezone: 'Europe/Stockholm',
    notify_on_changes: true,
    capture_snapshot: true,
  }
  await crudExamples(world, TASKS, {
    create: nightly,
    refused: {
      name: 'Bridge domains',
      controller_connections: [],
      schedule_type: 'cron',
      cron_expression: '61 * * * *',
    },
    list: { enabled: true },
    replace: { ...nightly, schedule_type: 'interval', cron_expression: null, interval_minutes: 60 },
    change: { interval_minutes: 30 },
  })
  const { id } = await prepare(`POST ${TASKS}`, { body: nightly })
  const params = { id }
  await example(`POST ${TASKS}:id/disable/`, { params })
  await example(`POST ${TASKS}:id/enable/`, { params })
  await example('GET /api/queries/schedule-density/', { query: { timezone: 'Europe/Stockholm' } })
  const { execution_id } = await example(`POST ${TASKS}:id/run_now/`, { params })
  const isDone = ({ status, snapshot }: { status: string; snapshot: string | null }) =>
    status !== 'running' && snapshot !== null
  await until(`GET ${FIRINGS}:id/`, { params: { id: execution_id } }, isDone)
  await example(`GET ${FIRINGS}`, { query: { scheduled_task: id, status: 'success' } })
  await example(`GET ${FIRINGS}:id/`, { params: { id: execution_id } })
  await metricExample(world, { ...nightly, name: 'Bridge domains, every hour' })
}

async function metricExample({ prepare, until, example }: World, task: object): Promise<void> {
  const metric = { name: 'bridge_domains', help: 'Bridge domains', value: 'rows', labels: [] }
  const { id } = await prepare(`POST ${TASKS}`, { body: { ...task, capture_snapshot: false, metric } })
  const { execution_id } = await prepare(`POST ${TASKS}:id/run_now/`, { params: { id } })
  await until(`GET ${FIRINGS}:id/`, { params: { id: execution_id } }, ({ status }) => status !== 'running')
  await example('GET /api/metrics/queries/', { show: (answer) => answer })
}
