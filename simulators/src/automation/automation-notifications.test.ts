import { describe, expect, it } from 'vitest'
import { scriptOf } from './model/job-script.ts'
import type { NotificationTemplateOptions } from './notifications/notification-template.ts'
import { outputOf } from './output/job-output.ts'
import { clientOf, PLAIN, startTestAutomation } from './testing/automation-client.ts'
import { startReceiver } from './testing/start-receiver.ts'

const hosts = { leaf101: { ok: 4, changed: 1, failures: 0, dark: 0, skipped: 0 } }

async function start(
  webhook: Partial<NotificationTemplateOptions> = {},
  { status = 202, end = 'successful' as const, ...options } = {},
) {
  const receiver = await startReceiver(status)
  const output = outputOf([{ event: 'playbook_on_stats', stdout: 'x' }], hosts)
  const automation = await startTestAutomation({
    templates: [{ ...PLAIN, script: scriptOf({ end, output }) }],
    ...options,
  })
  automation.addWebhook({ url: `${receiver.url}/hook/`, ...webhook })
  const run = async (ms: number) => {
    automation.clock.advance(ms)
    await automation.settled()
  }
  return {
    automation,
    ...receiver,
    ...clientOf(automation),
    run,
    statuses: () => receiver.received.map(({ body }) => body.status),
  }
}

describe('notifications', () => {
  it('tell the start and the end of a job', async () => {
    const { launch, run, received } = await start()
    const id = await launch(7, { extra_vars: { tenant: 't1' } })

    await run(1000)
    await run(10_000)

    const [started, ended] = received.map(({ body }) => body)
    expect(received).toHaveLength(2)
    expect(started).toMatchObject({
      id,
      status: 'running',
      finished: null,
      hosts: {},
      created_by: 'svc',
      extra_vars: '{"tenant": "t1"}',
    })
    expect(ended).toEqual({
      id,
      name: 'Deploy EPG',
      url: `https://awx.example.test/#/jobs/playbook/${id}`,
      created_by: 'svc',
      started: '2026-11-20T10:00:00.750000+00:00',
      finished: '2026-11-20T10:00:05.750000+00:00',
      status: 'successful',
      traceback: '',
      inventory: 'Fabric',
      project: 'Network automation',
      playbook: 'site.yml',
      credential: 'fabric login',
      limit: '',
      extra_vars: '{"tenant": "t1"}',
      hosts: {
        leaf101: {
          failed: false,
          changed: 1,
          dark: 0,
          failures: 0,
          ok: 4,
          processed: 1,
          skipped: 0,
          rescued: 0,
          ignored: 0,
        },
      },
    })
  })

  it('carry fixed headers and nothing that proves who sent them', async () => {
    const { launch, run, received } = await start({
      headers: { 'X-Automation-Webhook-Signature': 'shared' },
      username: 'u',
      password: 'p',
    })
    await launch()

    await run(1000)

    expect(received[0]).toMatchObject({
      method: 'POST',
      path: '/hook/',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'AWX 24.6.1 (open)',
        'x-automation-webhook-signature': 'shared',
        authorization: 'Basic dTpw',
      },
    })
  })

  it('of the end wait until the hosts are counted, so that a poll often knows it first', async () => {
    const { automation, launch, get, run, statuses } = await start()
    const id = await launch()

    await run(5800)
    const polled = (await get(`jobs/${id}/`)).body.status
    const before = statuses()
    await run(400)

    expect([polled, before, statuses()]).toEqual(['successful', ['running'], ['running', 'successful']])
    expect(automation.notifications.map(({ status }) => status)).toEqual(['successful', 'successful'])
  })

  it('come after some seconds even if the hosts are never counted', async () => {
    const { launch, run, statuses } = await start({}, { eventLag: { lagMs: Infinity } } as object)
    await launch()

    await run(6000)
    const before = statuses()
    await run(6000)

    expect([before, statuses()]).toEqual([['running'], ['running', 'successful']])
  })

  it.each(['failed', 'error'] as const)('report a job that ends as %s', async (end) => {
    const { launch, run, statuses } = await start({ events: ['error'] }, { end: end as 'successful' })
    await launch()

    await run(10_000)

    expect(statuses()).toEqual([end])
  })

  it('report a job that is canceled while it runs, and none that never ran', async () => {
    const { launch, post, run, received } = await start({ events: ['error'] })
    const pending = await launch()
    await post(`jobs/${pending}/cancel/`)
    const running = await launch()
    await run(1000)
    await post(`jobs/${running}/cancel/`)

    await run(10_000)

    expect(received.map(({ body }) => [body.id, body.status])).toEqual([[running, 'canceled']])
  })

  it('report jobs that a restart reaped', async () => {
    const { automation, launch, run, statuses } = await start({ events: ['error'] })
    await launch()
    await run(1000)

    automation.restart()
    await run(10_000)

    expect(statuses()).toEqual(['failed'])
  })

  it('are never sent a second time', async () => {
    const { automation, launch, run, received } = await start({}, { status: 503 })
    await launch()

    await run(3_600_000)

    expect(received).toHaveLength(2)
    expect(automation.notifications.map(({ status, httpStatus }) => [status, httpStatus])).toEqual(
      Array(2).fill(['failed', 503]),
    )
  })

  it('are noted as failed when nobody listens', async () => {
    const { automation, launch, run } = await start({ url: 'http://127.0.0.1:1/' })
    await launch()

    await run(10_000)

    expect(automation.notifications.map(({ status }) => status)).toEqual(['failed', 'failed'])
  })

  it('follow a redirect with the same body', async () => {
    const { automation, launch, run, url, received } = await start()
    automation.addWebhook({ url: `${url}/moved`, events: ['started'] })
    const id = await launch()

    await run(1000)

    expect(received.map(({ method, path, body }) => [method, path, body.id])).toEqual([
      ['POST', '/hook/', id],
      ['POST', '/moved', id],
      ['POST', '/new', id],
    ])
  })

  it.each([
    ['{"job": 5}', { job: 5 }],
    ['not JSON', {}],
    ['[1]', {}],
  ])('send the custom body %s', async (text, body) => {
    const { launch, run, received } = await start({ bodies: { started: text } })
    await launch()

    await run(1000)

    expect(received[0]?.body).toEqual(body)
  })
})

describe('notifications on their way', () => {
  it('can be lost', async () => {
    const { automation, launch, run, statuses } = await start()
    automation.webhookFaults.add({ kind: 'lose', event: 'success' })
    await launch()

    await run(10_000)

    expect(statuses()).toEqual(['running'])
    expect(automation.notifications.map(({ status }) => status)).toEqual(['successful', 'lost'])
  })

  it('can be doubled', async () => {
    const { automation, launch, run, statuses } = await start()
    automation.webhookFaults.add({ kind: 'double', next: 1 })
    await launch()

    await run(10_000)

    expect(statuses()).toEqual(['running', 'running', 'successful'])
  })

  it('can overtake each other', async () => {
    const { automation, launch, run, statuses } = await start()
    automation.webhookFaults.add({ kind: 'reorder', event: 'started' })
    await launch()

    await run(10_000)

    expect(statuses()).toEqual(['successful', 'running'])
  })

  it('can be late', async () => {
    const { automation, launch, run, statuses } = await start()
    automation.webhookFaults.add({ kind: 'delay', ms: 60_000, event: 'started' })
    await launch()

    await run(10_000)
    const before = statuses()
    await run(60_000)

    expect([before, statuses()]).toEqual([['successful'], ['successful', 'running']])
  })
})

describe('notification templates', () => {
  it('are created, attached to a job template and taken off again by the API', async () => {
    const { url, received } = await startReceiver()
    const automation = await startTestAutomation()
    const { get, post, launch } = clientOf(automation)
    const run = async () => {
      await launch()
      automation.clock.advance(10_000)
      await automation.settled()
      return received.length
    }

    const { status, body } = await post('notification_templates/', {
      name: 'n',
      organization: 1,
      notification_type: 'webhook',
      notification_configuration: { url, http_method: 'PUT', headers: { 'X-Secret': 's' } },
    })
    const none = await run()
    const attached = await post('job_templates/7/notification_templates_success/', { id: body.id })
    const list = await get('job_templates/7/notification_templates_success/')
    const once = await run()
    await post('job_templates/7/notification_templates_success/', { id: body.id, disassociate: true })

    expect([status, attached.status, list.body.count]).toEqual([201, 204, 1])
    expect([none, once, await run()]).toEqual([0, 1, 1])
    expect(received[0]).toMatchObject({ method: 'PUT', headers: { 'x-secret': 's' } })
    expect((await get(`notification_templates/${body.id}/`)).body.notification_configuration.headers).toEqual({
      'X-Secret': 's',
    })
    expect((await get('notifications/')).body.results).toMatchObject([{ status: 'successful', notifications_sent: 1 }])
  })

  it('can be tested with a body that names no job', async () => {
    const { automation, post, received } = await start()

    const { status, body } = await post('notification_templates/1/test/')
    await automation.settled()

    expect([status, body.notification]).toEqual([202, 1])
    expect(received[0]?.body).toEqual({ body: 'Test Notification 1 https://awx.example.test' })
  })
})
