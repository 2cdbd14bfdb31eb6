import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, vi } from 'vitest'
import {
  admin,
  another,
  app,
  expectOk,
  FROM,
  hush,
  idOf,
  type Scenario,
  WEBHOOK_SECRET,
} from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { automationRequestRows, automationRequests, type LaunchSelection } from './automation.tables.ts'
import { automationFeature } from './index.ts'

const REQUESTS = '/api/automation/requests/'
const EXECUTIONS = '/api/automation/executions/'
const REFUSING = 9

let automation: AutomationSimulator
beforeAll(async () => {
  // Its clock stands still, so that no job ends.
  automation = await startAutomation({
    clock: 'manual',
    startAt: Date.now(),
    templates: [
      { id: 7, name: 'Deploy', allowSimultaneous: true },
      { id: REFUSING, name: 'Refusing', access: 'read' },
    ],
  })
})
afterAll(() => automation.close())

async function launch(jobTemplate = 7) {
  const connection = { name: `awx ${another()}`, base_url: automation.url, oauth_token: hush(automation.token) }
  const automation_connection = idOf(await expectOk(app.admin.post('/api/automation/connections/', connection)))
  const template = {
    name: `t ${another()}`,
    automation_connection,
    automation_job_template_id: jobTemplate,
    schema: [{ name: 'tenant', field_type: 'text' }],
  }
  const id = idOf(await expectOk(app.admin.post('/api/automation/templates/', template)))
  return admin.post(`/api/automation/templates/${id}/launch/`, { rows: [{ tenant: 'A' }] }, FROM)
}

async function failedRequest(jobTemplate = 7): Promise<string> {
  const id = idOf(await expectOk(launch(jobTemplate)))
  const status = async () => (await app.admin.get(`${REQUESTS}${id}/`)).body.status as string
  await vi.waitUntil(async () => (await status()) === 'failed', { timeout: 20_000, interval: 50 })
  return id
}

/** A request of a launched job, changed into what a scenario needs. */
async function requestWith(changes: Partial<typeof automationRequests.$inferInsert>): Promise<string> {
  const id = idOf(await expectOk(launch()))
  const { db } = app.app.platform.database
  await db.update(automationRequests).set(changes).where(eq(automationRequests.id, id))
  return id
}

async function decided(decision: 'approve' | 'decline') {
  const id = await requestWith({ approvalStatus: 'waiting' })
  const answer = await admin.post(`${REQUESTS}${id}/${decision}/`, { note: 'noted' }, FROM)
  return { answer, action: `request_${decision}`, by: admin, target: id } as const
}

const SELECTION: LaunchSelection = {
  savedQuery: '00000000-0000-4000-8000-000000000001',
  savedQueryVersion: 1,
  controllerConnection: '00000000-0000-4000-8000-000000000002',
  variables: {},
  skipPostProcessors: false,
  mapping: { tenant: 'dn' },
  filter: null,
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/automation/templates/:id/launch/': async () => {
    const answer = await launch()
    return { answer, action: 'request_launch', by: admin, target: answer.body.id }
  },
  'POST /api/automation/requests/:id/cancel/': async () => {
    const id = idOf(await expectOk(launch()))
    const answer = await admin.post(`${REQUESTS}${id}/cancel/`, undefined, FROM)
    return { answer, action: 'request_cancel', by: admin, target: id }
  },
  'POST /api/automation/requests/:id/relaunch/': async () => {
    const answer = await admin.post(`${REQUESTS}${await failedRequest(REFUSING)}/relaunch/`, {}, FROM)
    return { answer, action: 'request_relaunch', by: admin, target: answer.body.id }
  },
  'POST /api/automation/requests/:id/approve/': () => decided('approve'),
  'POST /api/automation/requests/:id/decline/': () => decided('decline'),
  'POST /api/automation/requests/:id/verify/': async () => {
    const id = await requestWith({ selection: SELECTION })
    const { db } = app.app.platform.database
    await db
      .update(automationRequestRows)
      .set({ source: { dn: 'uni/tn-A' } })
      .where(eq(automationRequestRows.requestId, id))
    const answer = await admin.post(`${REQUESTS}${id}/verify/`, { expect: 'gone' }, FROM)
    return { answer, action: 'request_verify', by: admin, target: id }
  },
  'POST /api/automation/executions/:id/reconcile/': async () => {
    automation.faults.add({ kind: 'lost_answer', how: 'drop', method: 'POST', path: '/launch/', next: 1 })
    const { body } = await app.admin.get(`${EXECUTIONS}?request=${await failedRequest()}`)
    const [{ id }] = body.results
    const answer = await admin.post(`${EXECUTIONS}${id}/reconcile/`, undefined, FROM)
    return { answer, action: 'execution_reconcile', by: admin, target: id }
  },
  'POST /api/automation/webhooks/receiver/': async () => {
    const headers = { ...FROM, 'x-automation-webhook-signature': WEBHOOK_SECRET }
    const answer = await app.anonymous.post(
      '/api/automation/webhooks/receiver/',
      { id: 1, status: 'successful' },
      headers,
    )
    return { answer, action: 'webhook_receive', by: { username: 'anonymous', id: null }, target: answer.body.event_id }
  },
  'POST /api/automation/webhooks/test/': async () => {
    const answer = await admin.post('/api/automation/webhooks/test/', {}, FROM)
    return { answer, action: 'webhook_test', by: admin, target: answer.body.event_id }
  },
}

walkAuditLog(automationFeature, SCENARIOS)
