import { randomUUID } from 'node:crypto'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertExecution, insertRequest } from '../../../testing/automation/insert-executions.ts'
import { type Client, startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const TEMPLATES = '/api/automation/templates/'
const REQUESTS = '/api/automation/requests/'
const EXECUTIONS = '/api/automation/executions/'

let automation: AutomationSimulator
let app: TestApp
let connection: string
let editor: Client & { id: number }
beforeAll(async () => {
  automation = await startAutomation({ templates: [{ id: 7, name: 'Quick', allowSimultaneous: true }] })
  app = await startTestApp({ env: { AUTOMATION_POLL_SECONDS: '1' } })
  const created = await app.admin.post('/api/automation/connections/', {
    name: 'awx',
    base_url: automation.url,
    oauth_token: automation.token,
  })
  connection = created.body.id
  editor = await app.userOf('editor')
})
afterAll(async () => {
  await app.stop()
  await automation.close()
})

/** A user whose only group holds these permissions. */
async function holderOf(permissions: readonly string[]) {
  const user = await app.userOf(undefined)
  const { body } = await app.admin.post('/api/auth/groups/', { name: `group ${randomUUID()}` })
  await app.admin.patch(`/api/auth/groups/${body.id}/`, { permissions })
  await app.admin.post(`/api/auth/groups/${body.id}/add_members/`, { user_ids: [user.id] })
  return user
}

/** A request of the editor's that waits for approval, and its execution. */
async function waiting(allowedGroups?: readonly number[]) {
  const { db } = app.app.platform.database
  const { body: template } = await app.admin.post(TEMPLATES, {
    name: 'Deploy',
    automation_connection: connection,
    automation_job_template_id: 7,
    schema: [],
    ...(allowedGroups && { allowed_groups: allowedGroups }),
  })
  const requestId = await insertRequest(db, {
    templateId: template.id,
    template: {
      name: 'Deploy',
      connectionId: connection,
      jobTemplateId: 7,
      executionMode: 'bulk',
      rowConcurrency: 5,
      columns: [],
    },
    userId: editor.id,
    status: 'pending',
    startedAt: null,
    approvalStatus: 'waiting',
  })
  const executionId = await insertExecution(db, {
    requestId,
    connectionId: connection,
    status: 'pending',
    launch: 'queued',
    jobId: null,
    jobKind: null,
    transitions: [],
  })
  return { requestId, executionId }
}

/** The type of the first frame on a channel, or the code with which it closes instead. */
async function firstOf(client: Client, path: string) {
  const { ticket } = (await client.post('/api/ws-ticket/')).body
  const socket = app.socket(`${path}?ticket=${ticket}`)
  const frame = new Promise<string>((resolve) => {
    socket.raw.once('message', (data: Buffer) => resolve((JSON.parse(data.toString()) as { type: string }).type))
  })
  const first = await Promise.race([socket.closed, frame])
  socket.close()
  return first
}

const VIEWS = ['automation.view_request', 'automation.view_execution']

describe('a holder of `automation.approve_request` through a group of their own', () => {
  it('sees the requests of templates they see, with their executions', async () => {
    const approver = await holderOf([...VIEWS, 'automation.approve_request'])
    const [open, hidden] = [await waiting(), await waiting([1])]

    const { body: list } = await approver.get(REQUESTS)
    const { body: executions } = await approver.get(`${EXECUTIONS}?request=${open.requestId}`)

    expect(list.results.map(({ id }: { id: string }) => id)).toContain(open.requestId)
    expect(list.results.map(({ id }: { id: string }) => id)).not.toContain(hidden.requestId)
    expect(executions.results.map(({ id }: { id: string }) => id)).toEqual([open.executionId])
    for (const path of [
      `${REQUESTS}${open.requestId}/`,
      `${REQUESTS}${open.requestId}/rows/`,
      `${EXECUTIONS}${open.executionId}/`,
    ])
      expect((await approver.get(path)).status, path).toBe(200)
    for (const path of [`${REQUESTS}${hidden.requestId}/`, `${EXECUTIONS}${hidden.executionId}/`])
      expect((await approver.get(path)).status, path).toBe(404)
  })

  it('follows them on their channel', async () => {
    const approver = await holderOf([...VIEWS, 'automation.approve_request'])
    const viewer = await holderOf(VIEWS)
    const [open, hidden] = [await waiting(), await waiting([1])]

    expect(await firstOf(approver, `/ws/automation/request/${open.requestId}/`)).toBe('request_status')
    expect(await firstOf(approver, `/ws/automation/request/${hidden.requestId}/`)).toBe(4003)
    expect(await firstOf(viewer, `/ws/automation/request/${open.requestId}/`)).toBe(4003)
  })

  it('approves and declines them, and no others', async () => {
    const approver = await holderOf([...VIEWS, 'automation.approve_request'])
    const [first, second, hidden] = [await waiting(), await waiting(), await waiting([1])]

    const approved = await approver.post(`${REQUESTS}${first.requestId}/approve/`, { note: 'go' })
    const declined = await approver.post(`${REQUESTS}${second.requestId}/decline/`, {})

    expect(approved).toMatchObject({ status: 200, body: { approval: { status: 'approved', note: 'go' } } })
    expect(declined).toMatchObject({ status: 200, body: { status: 'cancelled', approval: { status: 'declined' } } })
    expect((await approver.post(`${REQUESTS}${hidden.requestId}/approve/`, {})).status).toBe(404)
  })

  it('does not cancel the requests of others', async () => {
    const approver = await holderOf([...VIEWS, 'automation.approve_request', 'automation.cancel_request'])
    const { requestId } = await waiting()

    expect((await approver.post(`${REQUESTS}${requestId}/cancel/`)).status).toBe(403)

    expect((await approver.get(`${REQUESTS}${requestId}/`)).body).toMatchObject({ cancel_requested: false })
  })

  it('still needs the permissions to view', async () => {
    const approver = await holderOf(['automation.approve_request'])
    const { requestId } = await waiting()

    expect((await approver.get(`${REQUESTS}${requestId}/`)).status).toBe(403)
    expect((await approver.post(`${REQUESTS}${requestId}/decline/`, {})).status).toBe(200)
  })
})
