import { MINUTE } from '../../../kernel/durations.ts'
import { JOB_TEMPLATE, REFUSED_JOB_TEMPLATE } from '../start-simulators.ts'
import { WEBHOOK_SECRET, type World } from '../start-world.ts'
import type { Workspace } from '../workspace.ts'
import { columnsOf, newAutomationConnection } from './automation-templates.examples.ts'

const TEMPLATES = '/api/automation/templates/'
const REQUESTS = '/api/automation/requests/'
const EXECUTIONS = '/api/automation/executions/'
const WEBHOOKS = '/api/automation/webhooks/'
const ROWS = [
  { tenant: 'prod', bridge_domain: 'legacy', vrf: 'main' },
  { tenant: 'lab', bridge_domain: 'web', vrf: 'test' },
]

export async function automationExamples(world: World, workspace: Workspace): Promise<void> {
  const template = await newTemplate(world, 'Connect bridge domains to a VRF', JOB_TEMPLATE)
  const request = await launchExamples(world, workspace, template)
  await proofExamples(world, request)
  await decisionExamples(world, workspace, template)
  await failureExamples(world, template)
  const { example } = world
  const body = { id: 1, status: 'successful', name: 'ACI: connect bridge domains to a VRF' }
  const headers = { 'x-automation-webhook-signature': WEBHOOK_SECRET }
  await example(`POST ${WEBHOOKS}receiver/`, { by: world.app.anonymous, body, headers })
  await example(`POST ${WEBHOOKS}test/`, { body: {} })
  await example(`GET ${WEBHOOKS}health/`, { by: world.app.anonymous })
}

async function newTemplate(world: World, name: string, automation_job_template_id: number): Promise<string> {
  const automation_connection = await newAutomationConnection(world, `AWX: ${name}`)
  const body = { name, automation_connection, automation_job_template_id, schema: columnsOf('vrf') }
  return (await world.prepare(`POST ${TEMPLATES}`, { body })).id
}

/** Launches what a query finds, and follows it to the end. */
async function launchExamples(world: World, { lostQuery }: Workspace, template: string): Promise<string> {
  const { example, also, refused } = world
  const params = { id: template }
  const body = {
    rows_from: { saved_query: lostQuery },
    mapping: { tenant: 'tenant', bridge_domain: 'name', vrf: { value: 'main' } },
    comment: "Friday's change, CHG-4711",
  }
  const { id } = await example(`POST ${TEMPLATES}:id/launch/`, { params, body })
  await also(`POST ${TEMPLATES}:id/launch/`, { params, body, query: { dry_run: true } })
  await refused(`POST ${TEMPLATES}:id/launch/`, {
    params,
    body: { rows: [{ tenant: 'prod' }, { bridge_domain: 'x'.repeat(64), vlan: 12 }] },
  })
  await ended(world, id)
  await example(`GET ${REQUESTS}`, { query: { template, status: 'succeeded' } })
  await example(`GET ${REQUESTS}:id/`, { params: { id } })
  await example(`GET ${REQUESTS}:id/rows/`, { params: { id }, query: { page_size: 2 } })
  const { results } = await example(`GET ${EXECUTIONS}`, { query: { request: id } })
  await example(`GET ${EXECUTIONS}:id/`, { params: { id: results[0].id } })
  await example(`GET ${EXECUTIONS}:id/stdout/`, { params: { id: results[0].id }, query: { page: 1 } })
  return id
}

async function proofExamples({ example, until }: World, id: string): Promise<void> {
  const params = { id }
  await example(`POST ${REQUESTS}:id/verify/`, { params, body: { expect: 'gone', by: ['tenant', 'name'] } })
  await until(`GET ${REQUESTS}:id/`, { params }, ({ verification }) => verification.status !== 'pending')
  await example(`GET ${REQUESTS}:id/proof/`, { params, query: { format: 'json' } })
}

/** Changes that a scheduled task finds become requests that wait for somebody else than the owner of the task. */
async function decisionExamples(
  world: World,
  { query, connection, operator }: Workspace,
  template: string,
): Promise<void> {
  const { example, prepare, controller } = world
  const mapping = { tenant: { value: 'prod' }, bridge_domain: 'name', vrf: { value: 'main' } }
  const task = {
    name: 'Connect new bridge domains',
    saved_query: query,
    controller_connections: [connection],
    schedule_type: 'interval',
    interval_minutes: 60,
    capture_snapshot: true,
    on_changes: { template, mapping, changes: ['added'], requires_approval: true },
  }
  const { id } = await prepare('POST /api/queries/scheduled-tasks/', { body: task })
  await fire(world, id, ({ snapshot }) => snapshot !== null)
  for (const [decision, note] of [
    ['approve', 'Agreed with the network team.'],
    ['decline', 'Not before the freeze ends.'],
  ] as const) {
    controller.store.add('fvBD', `uni/tn-prod/BD-to-${decision}`, { name: `to-${decision}` })
    const { follow_up } = await fire(world, id, (firing) => firing.follow_up !== null)
    await example(`POST ${REQUESTS}:id/${decision}/`, {
      by: operator,
      params: { id: follow_up.request },
      body: { note },
    })
  }
}

async function fire({ prepare, until }: World, task: string, isDone: (firing: any) => boolean): Promise<any> {
  const { execution_id: id } = await prepare('POST /api/queries/scheduled-tasks/:id/run_now/', { params: { id: task } })
  return until(
    'GET /api/queries/scheduled-executions/:id/',
    { params: { id } },
    (firing) => firing.status !== 'running' && isDone(firing),
  )
}

async function failureExamples(world: World, template: string): Promise<void> {
  const { example, prepare, automation } = world
  const running = await launched(world, template)
  await untilLaunched(world, running)
  await example(`POST ${REQUESTS}:id/cancel/`, { params: { id: running } })

  const refused = await launched(world, await newTemplate(world, 'Back up the configuration', REFUSED_JOB_TEMPLATE))
  await ended(world, refused)
  const again = await example(`POST ${REQUESTS}:id/relaunch/`, { params: { id: refused }, body: { only: 'failed' } })
  await ended(world, again.id)

  automation.faults.add({ kind: 'lost_answer', how: 'drop', method: 'POST', path: '/launch/', next: 1 })
  const lost = await launched(world, template)
  await ended(world, lost)
  const { results } = await prepare(`GET ${EXECUTIONS}`, { query: { request: lost } })
  await example(`POST ${EXECUTIONS}:id/reconcile/`, { params: { id: results[0].id } })
}

async function launched({ prepare }: World, template: string): Promise<string> {
  return (await prepare(`POST ${TEMPLATES}:id/launch/`, { params: { id: template }, body: { rows: ROWS } })).id
}

/** Lets the time pass that its jobs take. */
async function ended(world: World, id: string): Promise<void> {
  const { automation, clock, until } = world
  await untilLaunched(world, id)
  automation.clock.advance(MINUTE)
  clock.step(MINUTE)
  await until(`GET ${REQUESTS}:id/`, { params: { id } }, ({ finished_at }) => finished_at !== null)
  await untilEach(world, id, ({ automation_job_id, stdout_complete }) => automation_job_id === null || stdout_complete)
}

/** Or refused by the automation server. */
const untilLaunched = (world: World, id: string) =>
  untilEach(world, id, ({ automation_job_id, status }) => automation_job_id !== null || status !== 'pending')

const untilEach = ({ until }: World, request: string, isReady: (execution: any) => boolean) =>
  until(`GET ${EXECUTIONS}`, { query: { request } }, ({ results }) => results.every(isReady))
