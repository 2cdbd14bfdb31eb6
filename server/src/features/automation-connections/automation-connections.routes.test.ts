import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { Conflict } from '../../kernel/errors.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { automationConnectionDeleting } from './index.ts'

let app: TestApp
let server: AutomationSimulator
let operator: Client
beforeAll(async () => {
  app = await startTestApp({ env: { OUTBOUND_DENY: '169.254.0.0/16' } })
  server = await startAutomation({ tls: 'trusted', templates: [{ id: 7, name: 'Deploy EPG' }] })
  operator = await app.userOf('operator')
})
afterAll(async () => {
  await app.stop()
  await server.close()
})

const CONNECTIONS = '/api/automation/connections/'
const at = (id: string) => `${CONNECTIONS}${id}/`
const make = async (body: object = {}) => {
  const answer = await operator.post(CONNECTIONS, {
    name: 'awx',
    base_url: server.url,
    username: 'svc',
    oauth_token: server.token,
    ca_certificate: server.ca,
    ...body,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const again = { oauth_token: [expect.stringContaining('Enter the token again')] }

describe('creating an automation connection', () => {
  it('returns every documented field, and never the token', async () => {
    const connection = await make()

    expect(connection).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'awx',
      base_url: server.url,
      username: 'svc',
      auth_method: 'token',
      token_configured: true,
      api_prefix: null,
      verify_ssl: true,
      ca_certificate: server.ca!.trim(),
      job_url_pattern: null,
      is_default: false,
      last_tested_at: null,
      last_test_status: null,
      last_test_message: null,
      created_at: expect.stringMatching(/\.\d{3}\+00:00$/),
      updated_at: connection.created_at,
    })
  })

  it('needs no more than a name and an address', async () => {
    const { status, body } = await operator.post(CONNECTIONS, {
      name: 'later',
      base_url: ' https://awx.example/tower/ ',
    })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      base_url: 'https://awx.example/tower/',
      username: '',
      token_configured: false,
      ca_certificate: null,
    })
  })

  it('encrypts the token at rest', async () => {
    const { id } = await make({ oauth_token: 'very-secret-words' })

    const { rows } = await app.app.platform.database.pool.query<{ row: string }>(
      'select to_jsonb(c)::text as row from automation_connections c where id = $1',
      [id],
    )

    expect(rows[0]!.row).toContain('v1:')
    expect(rows[0]!.row).not.toContain('very-secret-words')
    expect(app.log()).not.toContain('very-secret-words')
  })

  it.each([
    'awx.example',
    'ftp://x',
    'https://user:pw@x',
    'https://x/?a=1',
    'https://x/#/home',
    'http://169.254.169.254/',
    'http://2852039166',
  ])('rejects the address %s', async (base_url) => {
    const { status, body } = await operator.post(CONNECTIONS, { name: 'x', base_url })

    expect(status).toBe(400)
    expect(body).toEqual({ base_url: [expect.any(String)] })
  })

  it('reports everything that is wrong at once', async () => {
    const { status, body } = await operator.post(CONNECTIONS, {
      name: ' ',
      base_url: 'nowhere',
      auth_method: 'magic',
      api_prefix: '/api/../x/',
      ca_certificate: 'not a certificate',
      job_url_pattern: 'https://evil.example/{id}',
      verify_ssl: 'perhaps',
    })

    expect(status).toBe(400)
    expect(Object.keys(body).sort()).toEqual([
      'api_prefix',
      'auth_method',
      'base_url',
      'ca_certificate',
      'job_url_pattern',
      'name',
      'verify_ssl',
    ])
  })

  it('takes several certificates, none that is broken, and no key', async () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'

    expect((await make({ ca_certificate: `# ours\n${server.ca}\n${server.ca}` })).ca_certificate).toContain('# ours')
    for (const ca_certificate of [
      `${server.ca}${broken}`,
      `${server.ca}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----`,
    ]) {
      const { status, body } = await operator.post(CONNECTIONS, { name: 'x', base_url: 'https://x', ca_certificate })
      expect([status, Object.keys(body)]).toEqual([400, ['ca_certificate']])
    }
  })
})

describe('changing an automation connection', () => {
  it.each([
    ['address', { base_url: 'https://elsewhere.example' }],
    ['prefix', { api_prefix: '/other/' }],
    ['account', { username: 'other' }],
    ['kind of login', { auth_method: 'password' }],
    ['certificates', { ca_certificate: null }],
    ['unverified server', { verify_ssl: false }],
  ])('sends a stored token to no other %s', async (_what, change) => {
    const { id } = await make()

    const refused = await operator.patch(at(id), change)
    const allowed = await operator.patch(at(id), { ...change, oauth_token: 'again' })

    expect(refused).toMatchObject({ status: 400, body: again })
    expect(allowed).toMatchObject({ status: 200, body: change })
  })

  it('needs no token for what changes nothing, nor without a stored one', async () => {
    const { id } = await make()
    const bare = await make({ oauth_token: '' })

    const same = await operator.patch(at(id), {
      base_url: `${server.url}/ `,
      username: 'svc',
      name: 'new',
      verify_ssl: true,
    })

    expect(same).toMatchObject({ status: 200, body: { name: 'new', token_configured: true } })
    expect((await operator.patch(at(bare.id), { base_url: 'https://elsewhere.example' })).status).toBe(200)
  })

  it('removes the token with an empty one', async () => {
    const { id } = await make()

    expect((await operator.patch(at(id), { oauth_token: '', base_url: 'https://x.example' })).body).toMatchObject({
      token_configured: false,
    })
  })

  it('replaces everything but the token', async () => {
    const { id } = await make({ ca_certificate: null, is_default: true, job_url_pattern: '/j/{id}' })

    const { status, body } = await operator.put(at(id), { name: 'whole', base_url: server.url, username: 'svc' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'whole', is_default: false, job_url_pattern: null, token_configured: true })
    expect(await operator.put(at(id), { name: 'whole', base_url: server.url })).toMatchObject({
      status: 400,
      body: again,
    })
  })

  it('refuses a change of an outdated version', async () => {
    const { id } = await make()
    const { headers } = await operator.get(at(id))
    await operator.patch(at(id), { name: 'newer' })

    const { status } = await operator.patch(at(id), { name: 'lost' }, { 'if-match': headers.get('etag')! })

    expect(status).toBe(412)
  })

  it('is 404 for a connection that does not exist', async () => {
    const missing = at(randomUUID())

    expect((await operator.get(missing)).status).toBe(404)
    expect((await operator.patch(missing, {})).status).toBe(404)
    expect((await operator.delete(missing)).status).toBe(404)
    expect((await operator.post(`${missing}test_connection/`)).status).toBe(404)
    expect((await operator.post(`${missing}set_default/`)).status).toBe(404)
  })
})

describe('deleting an automation connection', () => {
  it('is refused while a template uses it', async () => {
    const { id } = await make()
    const template = { name: 't', automation_connection: id, automation_job_template_id: 7 }
    expect((await operator.post('/api/automation/templates/', template)).status).toBe(201)

    expect(await operator.delete(at(id))).toMatchObject({
      status: 409,
      body: { code: 'in_use', detail: expect.any(String) },
    })
    expect((await operator.get(at(id))).status).toBe(200)
  })

  it('is refused when another feature still needs it', async () => {
    const { id } = await make()
    app.app.platform.events.onRaised(automationConnectionDeleting, async (_tx, { connection_id }) => {
      if (connection_id === id) throw new Conflict('Jobs are running.', 'in_use')
    })

    expect(await operator.delete(at(id))).toMatchObject({
      status: 409,
      body: { detail: 'Jobs are running.', code: 'in_use' },
    })
    expect((await operator.get(at(id))).status).toBe(200)
  })

  it('ends it', async () => {
    const { id } = await make()

    expect((await operator.delete(at(id))).status).toBe(204)
    expect((await operator.get(at(id))).status).toBe(404)
  })
})

describe('the default', () => {
  it('is at most one connection', async () => {
    const [a, b] = [await make({ is_default: true }), await make({ is_default: true })]

    expect((await operator.get(`${CONNECTIONS}?is_default=true`)).body.results).toMatchObject([{ id: b.id }])
    expect((await operator.post(`${at(a.id)}set_default/`)).body).toMatchObject({ id: a.id, is_default: true })
    expect((await operator.get(`${CONNECTIONS}?is_default=true`)).body.count).toBe(1)
  })
})

describe('testing an automation connection', () => {
  it('reports version, account and rights, and stores the result', async () => {
    const { id } = await make()

    const answer = await operator.post(`${at(id)}test_connection/`)
    const after = await operator.get(at(id))

    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        version: '24.6.1',
        username: 'svc',
        template_count: 1,
        can_launch: true,
        latency_ms: expect.any(Number),
      },
    })
    expect(after.body).toMatchObject({
      last_test_status: 'success',
      last_test_message: answer.body.message,
      last_tested_at: answer.body.tested_at,
    })
  })

  it('reports a failed login without repeating the token', async () => {
    const { id } = await make({ oauth_token: 'not-the-one' })

    const { status, body, text } = await operator.post(`${at(id)}test_connection/`)

    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'failure', step: 'login' })
    expect(text).not.toContain('not-the-one')
    expect((await operator.get(at(id))).body.last_test_status).toBe('failure')
  })

  it('reports a missing token, a certificate and an address', async () => {
    const tests = await Promise.all(
      [{ oauth_token: '' }, { ca_certificate: null }, { base_url: 'http://127.0.0.1:1' }].map(async (body) => {
        const { id } = await make(body)
        return operator.post(`${at(id)}test_connection/`)
      }),
    )

    expect(tests.map(({ status, body }) => [status, body.status, body.step])).toEqual([
      [200, 'failure', 'login'],
      [200, 'failure', 'tls'],
      [200, 'failure', 'address'],
    ])
  })
})

describe('the job templates of an automation server', () => {
  let many: AutomationSimulator
  beforeAll(async () => {
    many = await startAutomation({
      templates: [
        { id: 10, name: 'Deploy EPG', description: 'Adds ports', playbook: 'epg.yml', asks: ['variables'] },
        { id: 11, name: 'deploy VLANs', access: 'read', asks: [] },
        { id: 12, name: 'Back up', survey: [{ variable: 'site', type: 'text' }], surveyEnabled: true },
        { id: 13, name: 'Of somebody else', access: 'none' },
      ],
    })
  })
  afterAll(() => many.close())
  const made = async (body: object = {}) =>
    (await make({ base_url: many.url, oauth_token: many.token, ca_certificate: null, ...body })).id
  const listed = (id: string, query = '', client: Client = operator) => client.get(`${at(id)}job_templates/${query}`)

  it('are listed by name as the account sees them, in pages', async () => {
    const id = await made()

    const all = await listed(id)
    const second = await listed(id, `?page_size=2&page=2`)

    expect(all.status, all.text).toBe(200)
    expect(all.body).toMatchObject({ next: null, previous: null })
    expect(all.body.results).toContainEqual({
      id: 10,
      name: 'Deploy EPG',
      description: 'Adds ports',
      playbook: 'epg.yml',
      can_start: true,
      takes_variables: true,
    })
    expect(all.body.results).toContainEqual(expect.objectContaining({ id: 12, takes_variables: true }))
    expect(all.body.results).toContainEqual(
      expect.objectContaining({ id: 11, can_start: false, takes_variables: false }),
    )
    expect(all.body.results.length).toBe(all.body.count)
    expect(second.body).toMatchObject({ count: all.body.count, results: all.body.results.slice(2) })
    expect((await listed(id, '?page=9')).status).toBe(404)
  })

  it('are searched by a part of the name, in any case', async () => {
    const { body } = await listed(await made(), '?search=DEPLOY')

    expect(body.results.map((one: { id: number }) => one.id).sort()).toEqual([10, 11])
  })

  it('say why the server cannot be asked, without the token', async () => {
    const [gone, refused] = [await made({ base_url: 'http://127.0.0.1:1' }), await made({ oauth_token: 'not-the-one' })]

    const answers = [await listed(gone), await listed(refused)]

    expect(answers.map(({ status, body }) => [status, body.reason])).toEqual([
      [502, 'unreachable'],
      [502, 'unauthorized'],
    ])
    for (const { body, text } of answers) {
      expect(body.detail).toEqual(expect.any(String))
      expect(text).not.toContain('not-the-one')
    }
  })

  it('are for those who change templates, of connections that exist', async () => {
    const id = await made()

    for (const role of ['viewer', 'editor'] as const)
      expect((await listed(id, '', await app.userOf(role))).status).toBe(403)
    expect((await listed(randomUUID())).status).toBe(404)
    expect((await listed(id, '?page=0&page_size=few')).body).toEqual({
      page: [expect.any(String)],
      page_size: [expect.any(String)],
    })
  })
})

describe('listing automation connections', () => {
  it('searches name and address', async () => {
    await make({ name: 'needle', base_url: 'https://haystack.example' })

    expect((await operator.get(`${CONNECTIONS}?search=NEEDLE`)).body.count).toBe(1)
    expect((await operator.get(`${CONNECTIONS}?search=haystack&ordering=-last_tested_at`)).body.count).toBe(1)
    expect((await operator.get(`${CONNECTIONS}?ordering=token_sealed`)).status).toBe(400)
  })
})

describe('access', () => {
  it('lets viewers and editors change nothing', async () => {
    const { id } = await make()
    for (const role of ['viewer', 'editor'] as const) {
      const user = await app.userOf(role)
      expect((await user.post(CONNECTIONS, {})).status).toBe(403)
      expect((await user.put(at(id), {})).status).toBe(403)
      expect((await user.patch(at(id), {})).status).toBe(403)
      expect((await user.delete(at(id))).status).toBe(403)
      expect((await user.post(`${at(id)}test_connection/`)).status).toBe(403)
      expect((await user.post(`${at(id)}set_default/`)).status).toBe(403)
    }
    expect((await app.anonymous.get(CONNECTIONS)).status).toBe(401)
  })
})
