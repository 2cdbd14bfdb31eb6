import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { soon } from '../../../testing/executions/background.ts'

const RECEIVER = '/api/automation/webhooks/receiver/'
const TEST = '/api/automation/webhooks/test/'
const HEALTH = '/api/automation/webhooks/health/'
const SECRET = 'a shared secret of some length'
const HEADER = 'x-automation-webhook-signature'

const QUEUED = { status: 'queued', event_id: expect.any(String) }
const IGNORED = { status: 'ignored', event_id: expect.any(String) }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { AUTOMATION_WEBHOOK_SECRET: SECRET } })
})
afterAll(() => app.stop())

async function send(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { [HEADER]: SECRET },
  to: TestApp = app,
) {
  const reply = await fetch(new URL(RECEIVER, to.url), { method: 'POST', body, headers })
  const text = await reply.text()
  return { status: reply.status, body: JSON.parse(text) as Record<string, unknown>, text }
}
const hmacOf = (body: string) => `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
const eventsOf = async (job: number) =>
  (
    await app.app.platform.database.pool.query(
      'select status, applied_at from automation_webhook_events where job_id = $1',
      [job],
    )
  ).rows

describe('the webhook receiver', () => {
  it('accepts the secret itself as signature, and stores the event before it answers', async () => {
    const answer = await send('{"id": 4711, "status": "successful"}')

    expect(answer).toMatchObject({ status: 202, body: QUEUED })
    expect(await eventsOf(4711)).toEqual([{ status: 'successful', applied_at: null }])
  })

  it('accepts an HMAC of the raw body, whatever its spaces and its media type', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      const body = '{ "id" :\n 4712,"status":"running"}  '

      expect(await send(body, { [HEADER]: hmacOf(body), 'content-type': type })).toMatchObject({
        status: 202,
        body: QUEUED,
      })
    }
    expect(await eventsOf(4712)).toHaveLength(4)
  })

  it.each([
    ['the test message of the automation server', '{"body":"Test Notification 5 https://awx.example.test"}'],
    ['an array', '[{"id": 1}]'],
    ['a text', '"id"'],
    ['not JSON', 'id=1'],
    ['nothing', ''],
    ['an id that is a text', '{"id": "5"}'],
    ['an id with decimals', '{"id": 5.5}'],
    ['a huge id', '{"id": 123456789012345678901234567890}'],
    ['bytes that are not UTF-8', Uint8Array.of(0xff, 0xfe, 0x00)],
    ['deep nesting', '['.repeat(100_000)],
  ])('ignores a body without a job: %s', async (_name, body) => {
    expect(await send(body)).toMatchObject({ status: 202, body: IGNORED })
  })

  it('takes 10 MB, and refuses more with 413', async () => {
    const large = (bytes: number) => `{"id": "", "x": "${'x'.repeat(bytes)}"}`
    const answer = await send(large(10_500_000))

    expect(await send(large(10_000_000))).toMatchObject({ status: 202, body: IGNORED })
    expect([answer.status, answer.body]).toEqual([413, { detail: 'The request body is larger than 10 MB.' }])
  })

  it('takes a burst of signed events while it throttles wrong signatures', async () => {
    const throttled = await startTestApp({ env: { AUTOMATION_WEBHOOK_SECRET: SECRET, THROTTLE_ANON_PER_MINUTE: '5' } })
    const wrong = ['', 'x', `sha256=${'0'.repeat(64)}`, hmacOf('another body'), SECRET.slice(0, -1)]
    try {
      // The sign-in of the administrator counts as well.
      const refused = [await send('{"id": 1}', {}, throttled)]
      for (const signature of wrong) refused.push(await send('{"id": 1}', { [HEADER]: signature }, throttled))
      const accepted = await Promise.all(
        Array.from({ length: 40 }, (_unused, id) => send(`{"id": ${id + 1}}`, undefined, throttled)),
      )

      expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429, 429])
      expect(refused[0]!.body).toEqual({ detail: expect.stringContaining('signature') })
      expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([202]))
    } finally {
      await throttled.stop()
    }
  })

  it('leaves an audit entry for each event, without the secret', async () => {
    await send('{"id": 4715, "status": "failed"}')

    const { body } = await app.admin.get('/api/audit/logs/?action=webhook_receive&page_size=1')
    expect(body.results[0]).toMatchObject({
      action: 'webhook_receive',
      username: 'anonymous',
      description: expect.stringContaining('4715'),
    })
    expect(app.log()).not.toContain(SECRET)
  })

  it('answers 405 to other methods', async () => {
    expect((await app.admin.get(RECEIVER)).status).toBe(405)
  })
})

describe('a test of the webhook pipeline', () => {
  it('sends a synthetic event through it', async () => {
    const answers = [await app.admin.post(TEST), await app.admin.post(TEST, {})]

    expect(answers).toMatchObject([
      { status: 202, body: QUEUED },
      { status: 202, body: QUEUED },
    ])
    await soon(async () => (await eventsOf(0)).map(({ applied_at }) => applied_at !== null)).toEqual([true, true])
  })

  it('is for administrators', async () => {
    expect((await (await app.userOf('operator')).post(TEST, {})).status).toBe(403)
  })
})

it('tells anybody that webhooks reach the service', async () => {
  expect(await (await fetch(new URL(HEALTH, app.url))).json()).toEqual({ status: 'ok' })
})

it('refuses all webhooks with 403 while no secret is configured; a test works', async () => {
  const other = await startTestApp()
  try {
    expect(await send('{"id": 1}', { [HEADER]: '' }, other)).toMatchObject({
      status: 403,
      body: { detail: expect.any(String) },
    })
    expect((await other.admin.post(TEST, {})).status).toBe(202)
  } finally {
    await other.stop()
  }
})
