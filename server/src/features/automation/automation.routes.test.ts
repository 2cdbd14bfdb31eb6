import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const TEMPLATES = '/api/automation/templates/'
const REQUESTS = '/api/automation/requests/'
const EXECUTIONS = '/api/automation/executions/'
const SCHEMA = [
  { name: 'tenant', field_type: 'text', required: true },
  { name: 'vlan', field_type: 'integer', min: 1, max: 4094 },
]

let automation: AutomationSimulator
let app: TestApp
let connection: string
let editor: Client & { id: number }
let viewer: Client
beforeAll(async () => {
  const script = scriptOf({ pendingMs: 50, waitingMs: 50, runMs: 100 })
  automation = await startAutomation({
    templates: [
      { id: 7, name: 'Quick', script, allowSimultaneous: true },
      {
        id: 8,
        name: 'Endless',
        script: scriptOf({ pendingMs: 50, waitingMs: 50, end: 'never' }),
        allowSimultaneous: true,
      },
    ],
  })
  app = await startTestApp({ env: { AUTOMATION_POLL_SECONDS: '1' } })
  const created = await app.admin.post('/api/automation/connections/', {
    name: 'awx',
    base_url: automation.url,
    oauth_token: automation.token,
  })
  connection = created.body.id
  editor = await app.userOf('editor')
  viewer = await app.userOf('viewer')
})
afterAll(async () => {
  await app.stop()
  await automation.close()
})

async function newTemplate(changes: object = {}): Promise<string> {
  const body = {
    name: 'Deploy',
    automation_connection: connection,
    automation_job_template_id: 7,
    schema: SCHEMA,
    ...changes,
  }
  const { body: created, status, text } = await app.admin.post(TEMPLATES, body)
  expect(status, text).toBe(201)
  return created.id
}
const launch = (client: Client, template: string, body: object, query = '') =>
  client.post(`${TEMPLATES}${template}/launch/${query}`, body)
const ended = async (id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await app.admin.get(`${REQUESTS}${id}/`)
      expect(body.finished_at).not.toBeNull()
      return body
    },
    { timeout: 20_000, interval: 100 },
  )

describe('a launch', () => {
  it('answers the request and its channel, and the job runs to its end', async () => {
    const template = await newTemplate()

    const { status, body } = await launch(editor, template, { rows: [{ tenant: 'A', vlan: '12' }], comment: 'CHG-1' })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      template,
      template_name: 'Deploy',
      status: 'pending',
      execution_mode: 'bulk',
      row_count: 1,
      execution_count: 1,
      executions_complete: 0,
      comment: 'CHG-1',
      cancel_requested: false,
      source: null,
      approval: null,
      verification: null,
      channel: `/ws/automation/request/${body.id}/`,
    })
    expect(await ended(body.id)).toMatchObject({ status: 'succeeded', executions_complete: 1, verifications: [] })
    const { body: executions } = await editor.get(`${EXECUTIONS}?request=${body.id}`)
    expect(executions.results).toEqual([
      expect.objectContaining({
        request: body.id,
        row_index: null,
        status: 'successful',
        stdout_complete: true,
        launch_uncertain: false,
        automation_job_url: expect.stringContaining(automation.url),
        extra_vars_snapshot: expect.objectContaining({ rows: [{ tenant: 'A', vlan: 12 }], request_id: body.id }),
      }),
    ])
    const { body: rows } = await editor.get(`${REQUESTS}${body.id}/rows/`)
    expect(rows.results).toEqual([{ index: 0, values: { tenant: 'A', vlan: 12 }, source: null }])
  })

  it('as a dry run shows what each job would get, and launches nothing', async () => {
    const template = await newTemplate({ execution_mode: 'per_row' })
    const before = automation.state.jobs.size
    const { body: all } = await app.admin.get(REQUESTS)

    const { status, body } = await launch(
      editor,
      template,
      { rows: [{ tenant: 'A' }, { tenant: 'B' }] },
      '?dry_run=true',
    )

    expect(status).toBe(200)
    expect(body).toMatchObject({ valid: true, warnings: [], source: null })
    expect(body.executions).toHaveLength(2)
    expect(body.executions[1].extra_vars).toMatchObject({
      row_index: 1,
      rows: [expect.objectContaining({ tenant: 'B' })],
    })
    expect((await app.admin.get(REQUESTS)).body.count).toBe(all.count)
    expect(automation.state.jobs.size).toBe(before)
  })

  it('lists all faults of its body and its rows at once', async () => {
    const template = await newTemplate()

    const { status, body } = await launch(editor, template, {
      rows: [{ vlan: 5000 }, { tenant: 'B', other: 1 }],
      comment: 7,
      mapping: {},
    })

    expect(status).toBe(400)
    expect(Object.keys(body).sort()).toEqual(['comment', 'mapping', 'rows.0.tenant', 'rows.0.vlan', 'rows.1.other'])
  })

  it('is refused without the permission, and of a template that does not exist or is not seen', async () => {
    const hidden = await newTemplate({ allowed_groups: [1] })

    expect((await launch(viewer, hidden, { rows: [] })).status).toBe(403)
    expect((await launch(editor, hidden, { rows: [] })).status).toBe(404)
    expect((await launch(editor, '00000000-0000-4000-8000-000000000000', { rows: [] })).status).toBe(404)
  })
})

describe('requests', () => {
  it('are seen by their requester, and by operators who see their template', async () => {
    const [open, hidden] = [await newTemplate(), await newTemplate({ allowed_groups: [1] })]
    const operator = await app.userOf('operator')
    const rows = [{ tenant: 'A' }]
    const [seen, unseen] = [
      (await launch(app.admin, open, { rows })).body.id,
      (await launch(app.admin, hidden, { rows })).body.id,
    ]
    const own = (await launch(editor, open, { rows })).body.id

    const statuses = async (client: Client) =>
      Promise.all([seen, unseen, own].map(async (id) => (await client.get(`${REQUESTS}${id}/`)).status))
    expect(await statuses(viewer)).toEqual([404, 404, 404])
    expect(await statuses(editor)).toEqual([404, 404, 200])
    expect(await statuses(operator)).toEqual([200, 404, 200])
    expect(await statuses(app.admin)).toEqual([200, 200, 200])
    for (const client of [viewer, operator]) {
      expect((await client.get(`${EXECUTIONS}?request=${unseen}`)).body.count).toBe(0)
      expect((await client.get(`${REQUESTS}?template=${hidden}`)).body.count).toBe(0)
    }
    expect((await app.admin.get(`${REQUESTS}?template=${hidden}&status=bogus`)).status).toBe(400)
    await Promise.all([ended(seen), ended(unseen), ended(own)])
    expect((await app.admin.get(`${REQUESTS}?template=${hidden}&status=succeeded&user=admin`)).body.count).toBe(1)
  })

  it('are cancelled by their requester and by those who manage the workspace, once', async () => {
    const template = await newTemplate({ automation_job_template_id: 8 })
    const { body: request } = await launch(editor, template, { rows: [{ tenant: 'A' }] })
    const another = await app.userOf('editor')

    expect((await viewer.post(`${REQUESTS}${request.id}/cancel/`)).status).toBe(403)
    expect((await another.post(`${REQUESTS}${request.id}/cancel/`)).status).toBe(404)
    const cancelled = await editor.post(`${REQUESTS}${request.id}/cancel/`)

    expect(cancelled).toMatchObject({ status: 200, body: { cancel_requested: true } })
    expect(await ended(request.id)).toMatchObject({ status: 'cancelled' })
    expect(await editor.post(`${REQUESTS}${request.id}/cancel/`)).toMatchObject({
      status: 409,
      body: { code: 'already_finished' },
    })
  })

  it('keep their template and its connection from being deleted until they have ended', async () => {
    const template = await newTemplate({ automation_job_template_id: 8 })
    const { body: request } = await launch(editor, template, { rows: [{ tenant: 'A' }] })

    expect(await app.admin.delete(`${TEMPLATES}${template}/`)).toMatchObject({
      status: 409,
      body: { code: 'pending_requests' },
    })
    expect(await app.admin.delete(`/api/automation/connections/${connection}/`)).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    })

    await app.admin.post(`${REQUESTS}${request.id}/cancel/`)
    await ended(request.id)
    expect((await app.admin.delete(`${TEMPLATES}${template}/`)).status).toBe(204)
    expect((await app.admin.get(`${REQUESTS}${request.id}/`)).body).toMatchObject({
      template: null,
      template_name: 'Deploy',
    })
  })
})

describe('executions', () => {
  it('are not found by a wrong id, and reconciled only after a lost answer', async () => {
    const { body: request } = await launch(editor, await newTemplate(), { rows: [{ tenant: 'A' }] })
    await ended(request.id)
    const [execution] = (await editor.get(`${EXECUTIONS}?request=${request.id}`)).body.results

    expect((await editor.get(`${EXECUTIONS}${execution.id}/`)).body).toEqual(execution)
    expect((await editor.get(`${EXECUTIONS}00000000-0000-4000-8000-000000000000/`)).status).toBe(404)
    expect(await editor.post(`${EXECUTIONS}${execution.id}/reconcile/`)).toMatchObject({
      status: 409,
      body: { code: 'has_job' },
    })
    expect((await viewer.post(`${EXECUTIONS}${execution.id}/reconcile/`)).status).toBe(403)
  })
})
