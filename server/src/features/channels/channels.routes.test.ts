import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { startReceiver, type TestReceiver } from '../../testing/channels/start-receiver.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let receiver: TestReceiver
let editor: Awaited<ReturnType<TestApp['userOf']>>
beforeAll(async () => {
  app = await startTestApp({ env: { OUTBOUND_DENY: '169.254.0.0/16' } })
  receiver = await startReceiver()
  editor = await app.userOf('editor')
})
afterAll(async () => {
  await app.stop()
  await receiver.close()
})
beforeEach(() => {
  receiver.answers({ status: 200 })
  receiver.arrivals.length = 0
})

const CHANNELS = '/api/notifications/channels/'
const ZERO_ID = '00000000-0000-4000-8000-000000000000'
const make = async (body: object = {}, by: Client = editor) => {
  const answer = await by.post(CHANNELS, { name: 'Night shift', type: 'webhook', target: receiver.url, ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const groupOf = async (name: string): Promise<number> =>
  (await app.admin.get('/api/auth/groups/')).body.results.find((one: { name: string }) => one.name === name).id
const makeQuery = async (): Promise<string> => {
  const lab = { name: randomUUID(), host: '127.0.0.1', username: 'u', password: 'p' }
  const connection = await app.admin.post('/api/controller/connections/', lab)
  const answer = await app.admin.post('/api/queries/saved-queries/', {
    name: `query ${randomUUID()}`,
    controller_connection: connection.body.id,
    nodes: [],
    edges: [],
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

describe('creating a channel', () => {
  it('returns every documented field, the secret once, and the target masked', async () => {
    const { secret, ...channel } = await make({ events: { minimum_severity: 'warning' } })

    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(channel).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Night shift',
      type: 'webhook',
      owner: expect.any(String),
      group: null,
      enabled: true,
      events: { categories: [], minimum_severity: 'warning', saved_queries: [], category: null, packs: [] },
      target: `${new URL(receiver.url).origin}/…`,
      secret_set: true,
      state: 'ok',
      last_error: null,
      muted: [],
      created_at: expect.stringMatching(/\.\d{3}\+00:00$/),
    })
    expect((await editor.get(`${CHANNELS}${channel.id}/`)).body).toEqual(channel)
  })

  it.each([
    ['of a webhook', { type: 'webhook', target: 'ftp://x', secret: 'short' }, ['target', 'secret']],
    ['without a target', { type: 'slack', secret: 'x' }, ['target', 'secret']],
    ['of mails without a list', { type: 'mail', target: 'https://x.example/' }, ['target']],
    ['with credentials in the URL', { type: 'slack', target: 'https://user:hidden@x.example/' }, ['target']],
    ['of PagerDuty without a key', { type: 'pagerduty' }, ['secret']],
    ['to a denied address', { type: 'teams', target: 'http://169.254.169.254/?sig=1' }, ['target']],
    ['in a group that is none', { type: 'webhook', group: 999_999, target: 'ftp://x' }, ['target', 'group']],
  ])('reports all that is wrong with one %s', async (_name, body, fields) => {
    const answer = await app.admin.post(CHANNELS, { name: 'x', ...body })

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).toSorted()).toEqual(fields.toSorted())
    expect(answer.text).not.toContain('hidden')
  })

  it('is for editors and up, and for a group for administrators', async () => {
    const viewer = await app.userOf('viewer')
    const group = await groupOf('Editors')

    const byViewer = await viewer.post(CHANNELS, {})
    const forGroup = await editor.post(CHANNELS, { name: 'x', type: 'webhook', target: receiver.url, group })

    expect(byViewer).toMatchObject({ status: 403, body: { permission: 'notifications.add_channel' } })
    expect(forGroup.status).toBe(403)
  })
})

describe('a channel of a person', () => {
  it('is nobody else’s, not even the administrator’s', async () => {
    const { id } = await make()
    const other = await app.userOf('operator')

    const statuses = await Promise.all(
      [other, app.admin].flatMap((user) => [
        user.get(`${CHANNELS}${id}/`),
        user.patch(`${CHANNELS}${id}/`, { name: 'y' }),
        user.delete(`${CHANNELS}${id}/`),
        user.post(`${CHANNELS}${id}/test/`),
        user.post(`${CHANNELS}${id}/rotate/`),
        user.post(`${CHANNELS}${id}/mute/`, { for: '1h' }),
        user.get(`${CHANNELS}${id}/deliveries/`),
      ]),
    )

    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([404]))
    expect((await other.get(CHANNELS)).body.count).toBe(0)
  })

  it('is changed without its target and secret being sent again, and deleted', async () => {
    const { id, target } = await make()

    const changed = await editor.patch(`${CHANNELS}${id}/`, { name: 'Day shift', events: { packs: ['core'] } })
    const removed = await editor.delete(`${CHANNELS}${id}/`)

    expect(changed.body).toMatchObject({
      name: 'Day shift',
      target,
      events: { packs: ['core'], minimum_severity: 'info' },
    })
    expect([removed.status, (await editor.get(`${CHANNELS}${id}/`)).status]).toEqual([204, 404])
  })

  it('of PagerDuty sends its key to no other address', async () => {
    const { id } = await make({ type: 'pagerduty', secret: 'a key', target: undefined })

    const answer = await editor.patch(`${CHANNELS}${id}/`, { target: receiver.url })

    expect(answer).toMatchObject({ status: 400, body: { secret: [expect.stringContaining('again')] } })
  })

  it('has a secret that rotates only if it is a webhook', async () => {
    const { id, secret } = await make()
    const slack = await make({ type: 'slack' })

    const rotated = await editor.post(`${CHANNELS}${id}/rotate/`)

    expect(rotated.body).toEqual({ secret: expect.stringMatching(/^whsec_/), previous_until: expect.any(String) })
    expect(rotated.body.secret).not.toBe(secret)
    expect((await editor.post(`${CHANNELS}${slack.id}/rotate/`)).status).toBe(400)
  })
})

describe('a channel of a group', () => {
  it('is seen and muted by members, and is the administrators’ to change', async () => {
    const { id, owner, group } = await make({ group: await groupOf('Editors') }, app.admin)
    const outsider = await app.userOf('operator')

    expect([owner, group]).toEqual([null, await groupOf('Editors')])
    expect((await editor.get(`${CHANNELS}${id}/`)).status).toBe(200)
    expect((await editor.post(`${CHANNELS}${id}/mute/`, { for: '1h' })).status).toBe(200)
    expect((await editor.patch(`${CHANNELS}${id}/`, { name: 'y' })).status).toBe(403)
    expect((await editor.get(`${CHANNELS}${id}/deliveries/`)).status).toBe(403)
    expect((await editor.post(`${CHANNELS}${id}/test/`)).status).toBe(403)
    expect((await outsider.get(`${CHANNELS}${id}/`)).status).toBe(404)
    expect((await app.admin.patch(`${CHANNELS}${id}/`, { name: 'y' })).status).toBe(200)
  })
})

describe('a test', () => {
  it('sends a message at once, which stands among the deliveries', async () => {
    const { id } = await make()

    const tested = await editor.post(`${CHANNELS}${id}/test/`)

    expect(tested.body).toEqual({ delivered: true, status: 200, detail: 'The receiver answered 200.' })
    expect(JSON.parse(receiver.arrivals[0]!.body)).toMatchObject({ type: 'test' })
    const { results } = (await editor.get(`${CHANNELS}${id}/deliveries/`)).body
    expect(results).toEqual([
      {
        id: expect.any(String),
        event: 'test',
        title: 'Test of channel "Night shift"',
        attempt: 1,
        at: expect.any(String),
        status: 'delivered',
        response_status: 200,
        duration_ms: null,
        next_attempt_at: null,
      },
    ])
  })

  it('tells nobody but administrators what a private address answers', async () => {
    receiver.answers({ status: 404, body: 'an internal page' })
    const own = await make()
    const ofAdmin = await make({}, app.admin)

    const byEditor = await editor.post(`${CHANNELS}${own.id}/test/`)
    const byAdmin = await app.admin.post(`${CHANNELS}${ofAdmin.id}/test/`)
    const shown = async (user: Client, channel: string) => {
      const { results } = (await user.get(`${CHANNELS}${channel}/deliveries/`)).body
      return (await user.get(`${CHANNELS}deliveries/${results[0].id}/exchange/`)).text
    }

    expect(byEditor.body).toMatchObject({ delivered: false, status: null, detail: expect.stringContaining('private') })
    expect(byAdmin.body).toEqual({ delivered: false, status: 404, detail: 'The receiver answered 404.' })
    expect(await shown(editor, own.id)).not.toMatch(/404|an internal page/)
    expect(await shown(app.admin, ofAdmin.id)).toMatch(/404.*an internal page/)
  })
})

describe('a delivery', () => {
  it('shows the request without secrets, and is sent again under the same id', async () => {
    const { id } = await make()
    await editor.post(`${CHANNELS}${id}/test/`)
    const [{ id: delivery }] = (await editor.get(`${CHANNELS}${id}/deliveries/`)).body.results

    const details = await editor.get(`${CHANNELS}deliveries/${delivery}/exchange/`)
    const replayed = await editor.post(`${CHANNELS}deliveries/${delivery}/replay/`)

    expect(details.body.request).toMatchObject({ method: 'POST', url: `${new URL(receiver.url).origin}/…` })
    expect(JSON.parse(details.body.request.body)).toMatchObject({ type: 'test' })
    expect(details.text).not.toContain('secret-path')
    expect([replayed.status, replayed.body.attempt]).toEqual([202, 0])
    await expect.poll(() => receiver.arrivals.length).toBe(2)
    expect(receiver.arrivals[0]!.headers['webhook-id']).toBe(receiver.arrivals[1]!.headers['webhook-id'])
  })

  it('of somebody else is not found', async () => {
    const { id } = await make()
    await editor.post(`${CHANNELS}${id}/test/`)
    const [{ id: delivery }] = (await editor.get(`${CHANNELS}${id}/deliveries/`)).body.results
    const other = await app.userOf('editor')

    const statuses = [
      (await other.get(`${CHANNELS}deliveries/${delivery}/exchange/`)).status,
      (await other.post(`${CHANNELS}deliveries/${delivery}/replay/`)).status,
      (await editor.get(`${CHANNELS}deliveries/${ZERO_ID}/exchange/`)).status,
    ]

    expect(statuses).toEqual([404, 404, 404])
  })
})

describe('a mute', () => {
  it('is shown, and ended', async () => {
    const { id } = await make()
    const query = await makeQuery()

    await editor.post(`${CHANNELS}${id}/mute/`, { for: 'until_passed', saved_query: query })
    const { muted } = (await editor.post(`${CHANNELS}${id}/mute/`, { for: '1h' })).body
    const ended = await editor.delete(`${CHANNELS}${id}/mute/?saved_query=${query}`)

    expect(muted).toEqual([
      { saved_query: null, until: expect.any(String) },
      { saved_query: query, until: null },
    ])
    expect(ended.status).toBe(204)
    expect((await editor.get(`${CHANNELS}${id}/`)).body.muted).toHaveLength(1)
  })

  it.each([
    ['that waits for no query', { for: 'until_passed' }, 'saved_query'],
    ['of a query that is none', { for: '1h', saved_query: ZERO_ID }, 'saved_query'],
    ['of another length', { for: '2h' }, 'for'],
  ])('%s is refused', async (_name, body, field) => {
    const { id } = await make()

    const answer = await editor.post(`${CHANNELS}${id}/mute/`, body)

    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  })
})
