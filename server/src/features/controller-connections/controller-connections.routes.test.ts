import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { generateFabric } from '@heddle/simulators/controller/generate-fabric.ts'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import type { ControllerPool } from '../../adapters/controller/controller-pool.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const SIMULATED = { username: 'admin', password: DEFAULT_PASSWORD }
let app: TestApp
let controller: ControllerSimulator
let operator: Client
beforeAll(async () => {
  app = await startTestApp({ env: { OUTBOUND_DENY: '169.254.0.0/16' } })
  controller = await startController({ store: generateFabric({ size: 'small', seed: 1 }) })
  operator = await app.userOf('operator')
})
afterAll(async () => {
  await app.stop()
  await controller.close()
})

const CONNECTIONS = '/api/controller/connections/'
const make = async (body: object = {}) => {
  const answer = await operator.post(CONNECTIONS, {
    name: 'lab',
    host: controller.url,
    username: SIMULATED.username,
    password: SIMULATED.password,
    ...body,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

async function startSecureController() {
  const { username: name, password } = SIMULATED
  const secure = await startController({ tls: 'trusted', accounts: [{ name, password, domain: 'local' }] })
  onTestFinished(() => secure.close())
  return secure
}

describe('creating a connection', () => {
  it('returns every documented field, and never the password', async () => {
    const connection = await make()

    expect(connection).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'lab',
      host: controller.url,
      hosts: [],
      username: SIMULATED.username,
      has_password: true,
      verify_ssl: true,
      ca_certificate: null,
      is_default: false,
      max_parallel_requests: 4,
      max_requests_per_minute: null,
      last_tested_at: null,
      last_test_status: null,
      last_test_message: null,
      created_at: expect.stringMatching(/\.\d{3}\+00:00$/),
      updated_at: connection.created_at,
    })
  })

  it('encrypts the password at rest', async () => {
    const { id } = await make({ password: 'very secret words' })

    const { rows } = await app.app.platform.database.pool.query<{ row: string }>(
      'select to_jsonb(c)::text as row from controller_connections c where id = $1',
      [id],
    )

    expect(rows[0]!.row).toContain('v1:')
    expect(rows[0]!.row).not.toContain('very secret words')
  })

  it.each(['http://user:pw@lab', 'ftp://lab', 'lab/path', 'lab:99999', 'a b', ''])(
    'rejects the host %s',
    async (host) => {
      const answer = await operator.post(CONNECTIONS, { name: 'x', host, username: 'u', password: 'p' })

      expect(answer.status).toBe(400)
      expect(answer.body.host).toHaveLength(1)
    },
  )

  it.each([
    '169.254.169.254',
    '[2002:a9fe:a9fe::1]',
    '[64:ff9b:1::a9fe:a9fe]',
    '[64:ff9b:1:a9fe:a9:fe00::]',
    '[::ffff:0:a9fe:a9fe]',
    '[::169.254.169.254]',
    '[fe80::5efe:a9fe:a9fe]',
    '[2001:db8::5efe:169.254.169.254]',
    '[2001:0:1234:5678:0:0:5601:5601]',
    '[2001:0:a9fe:a9fe::1]',
    '0251.0376.0251.0376',
    '0xa9fea9fe',
    '2852039166',
    '169.254.43518',
    '169.254.169.254.',
    '①⑥⑨.②⑤④.①⑥⑨.②⑤④',
    '169。254。169。254',
  ])('rejects %s, an address in a denied range', async (host) => {
    const answer = await operator.post(CONNECTIONS, { name: 'x', host, username: 'u', password: 'p' })

    expect(answer.status).toBe(400)
    expect(answer.body.host).toHaveLength(1)
  })

  it('sends a stored password to neither a new address nor a new account', async () => {
    const { id } = await make()

    const moved = await operator.patch(`${CONNECTIONS}${id}/`, { host: 'elsewhere.example' })
    const renamed = await operator.put(`${CONNECTIONS}${id}/`, { name: 'lab', host: controller.url, username: 'other' })
    const both = await operator.patch(`${CONNECTIONS}${id}/`, { host: 'elsewhere.example', password: 'again' })

    expect(moved).toMatchObject({ status: 400, body: { password: [expect.any(String)] } })
    expect(renamed).toMatchObject({ status: 400, body: { password: [expect.any(String)] } })
    expect(both.status).toBe(200)
  })

  it('sends a stored password to no further address that is new, but to those it knows in any order', async () => {
    const { id } = await make({ hosts: ['b.example'] })
    const url = `${CONNECTIONS}${id}/`

    const added = await operator.patch(url, { hosts: ['b.example', 'c.example'] })
    const known = await operator.patch(url, { hosts: ['b.example', 'c.example'], password: 'again' })
    const swapped = await operator.patch(url, { host: 'c.example', hosts: [controller.url] })
    const replaced = await operator.put(url, { name: 'lab', host: 'c.example', username: SIMULATED.username })

    expect(added).toMatchObject({ status: 400, body: { password: [expect.any(String)] } })
    expect(known).toMatchObject({ status: 200, body: { hosts: ['b.example', 'c.example'] } })
    expect(swapped).toMatchObject({ status: 200, body: { host: 'c.example', hosts: [controller.url] } })
    expect(replaced).toMatchObject({ status: 200, body: { hosts: [] } })
  })

  it('rejects further addresses as it does the first, and lists all faults', async () => {
    const hosts = ['lab/path', 'fine.example', '169.254.169.254']

    const answer = await operator.post(CONNECTIONS, {
      name: 'x',
      host: 'ftp://lab',
      hosts,
      username: 'u',
      password: 'p',
    })

    expect(answer.status).toBe(400)
    expect([answer.body.host.length, answer.body.hosts.length]).toEqual([1, 2])
  })

  it('reports everything that is wrong at once, whether its schema finds it or not', async () => {
    const { id } = await make()
    const wrong = { name: '', host: 'ftp://lab', hosts: ['lab/path'] }

    const created = await operator.post(CONNECTIONS, { ...wrong, username: 'u' })
    const replaced = await operator.put(`${CONNECTIONS}${id}/`, { ...wrong, username: 'other' })
    const patched = await operator.patch(`${CONNECTIONS}${id}/`, wrong)

    for (const [answer, fields] of [
      [created, ['host', 'hosts', 'name', 'password']],
      [replaced, ['host', 'hosts', 'name', 'password']],
      [patched, ['host', 'hosts', 'name', 'password']],
    ] as const) {
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body).toSorted()).toEqual(fields)
    }
  })

  it('sends a stored password to no server that is no longer verified', async () => {
    const { id } = await make()
    const whole = { name: 'lab', host: controller.url, username: SIMULATED.username }

    const patched = await operator.patch(`${CONNECTIONS}${id}/`, { verify_ssl: false })
    const replaced = await operator.put(`${CONNECTIONS}${id}/`, { ...whole, verify_ssl: false })
    const everything = await operator.patch(`${CONNECTIONS}${id}/`, {
      host: 'x.example',
      username: 'other',
      verify_ssl: false,
    })
    const before = await operator.get(`${CONNECTIONS}${id}/`)
    const known = await operator.patch(`${CONNECTIONS}${id}/`, { verify_ssl: false, password: SIMULATED.password })

    for (const refused of [patched, replaced, everything])
      expect(refused).toMatchObject({ status: 400, body: { password: [expect.any(String)] } })
    expect(before.body.verify_ssl).toBe(true)
    expect(known).toMatchObject({ status: 200, body: { verify_ssl: false } })
    expect((await operator.patch(`${CONNECTIONS}${id}/`, { verify_ssl: false })).status).toBe(200)
    expect((await operator.patch(`${CONNECTIONS}${id}/`, { verify_ssl: true })).status).toBe(200)
  })
})

describe('a connection with certificates of its own', () => {
  it('takes certificates in PEM, and nothing else', async () => {
    const { ca } = await startSecureController()

    const connection = await make({ ca_certificate: `\n${ca}\n` })
    const refused = await operator.post(CONNECTIONS, { host: 'x', ca_certificate: '-----BEGIN PRIVATE KEY-----' })

    expect(connection.ca_certificate).toBe(ca!.trim())
    for (const blank of [' ', '']) expect((await make({ ca_certificate: blank })).ca_certificate).toBeNull()
    expect([refused.status, Object.keys(refused.body).toSorted()]).toEqual([
      400,
      ['ca_certificate', 'name', 'password', 'username'],
    ])
  })

  it('needs the password again when they change', async () => {
    const { ca } = await startSecureController()
    const { id } = await make()

    const refused = await operator.patch(`${CONNECTIONS}${id}/`, { ca_certificate: ca })
    const taken = await operator.patch(`${CONNECTIONS}${id}/`, { ca_certificate: ca, password: SIMULATED.password })

    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['password']])
    expect(taken.body.ca_certificate).toBe(ca!.trim())
    expect((await operator.patch(`${CONNECTIONS}${id}/`, { name: 'other' })).body.ca_certificate).toBe(ca!.trim())
  })

  it('shows in its test what the controller showed, whether that was trusted or not', async () => {
    const { url, ca } = await startSecureController()
    const shown = {
      subject: 'CN=apic1',
      issuer: 'CN=Heddle simulator authority',
      valid_to: expect.stringMatching(/^\d{4}-.*\+00:00$/),
      sha256: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
    }
    const testOf = async (body: object) => {
      const { id } = await make({ host: url, ...body })
      return (await operator.post(`${CONNECTIONS}${id}/test_connection/`, {})).body
    }

    expect(await testOf({})).toMatchObject({ status: 'failure', step: 'tls', certificate: shown })
    expect(await testOf({ ca_certificate: ca })).toMatchObject({ status: 'success', certificate: shown })
    expect(await testOf({ host: controller.url })).not.toHaveProperty('certificate')
  })
})

describe('the default', () => {
  it('is at most one connection', async () => {
    const [a, b] = [await make({ is_default: true }), await make({ is_default: true })]

    expect((await operator.get(`${CONNECTIONS}?is_default=true`)).body.results).toMatchObject([{ id: b.id }])
    const answer = await operator.post(`${CONNECTIONS}${a.id}/set_default/`)
    expect(answer.body).toMatchObject({ id: a.id, is_default: true })
    expect((await operator.get(`${CONNECTIONS}?is_default=true`)).body.count).toBe(1)
  })

  it('gives the previous one a later version, even if the clock is behind that', async () => {
    const [previous, next] = [await make({ is_default: true }), await make()]
    await app.app.platform.database.pool.query(
      `update controller_connections set updated_at = updated_at + interval '1 hour' where id = $1`,
      [previous.id],
    )
    const { headers } = await operator.get(`${CONNECTIONS}${previous.id}/`)

    await operator.post(`${CONNECTIONS}${next.id}/set_default/`)
    const change = { name: 'of an outdated version' }
    const answer = await operator.patch(`${CONNECTIONS}${previous.id}/`, change, { 'if-match': headers.get('etag')! })

    expect(answer.status).toBe(412)
  })

  it('is still one connection after many concurrent changes', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => make()))

    await Promise.all(made.map(({ id }) => operator.post(`${CONNECTIONS}${id}/set_default/`)))

    expect((await operator.get(`${CONNECTIONS}?is_default=true`)).body.count).toBe(1)
  })
})

/** Tests wait for a turn as long as a person does. */
function waitShortly(controllers: ControllerPool): void {
  const test = controllers.test.bind(controllers)
  const spy = vi.spyOn(controllers, 'test').mockImplementation((target) => test(target, { waitMs: 30 }))
  onTestFinished(() => spy.mockRestore())
}

describe('testing a connection', () => {
  it('reports release, cluster size and latency, and stores the result', async () => {
    const { id } = await make()

    const answer = await operator.post(`${CONNECTIONS}${id}/test_connection/`)
    const after = await operator.get(`${CONNECTIONS}${id}/`)

    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'success', release: expect.any(String), cluster_size: 3, latency_ms: expect.any(Number) },
    })
    expect(after.body).toMatchObject({
      last_test_status: 'success',
      last_test_message: answer.body.message,
      last_tested_at: answer.body.tested_at,
    })
  })

  it('reports a failed login without repeating the password', async () => {
    const { id } = await make({ password: 'not the one' })

    const { status, body, text } = await operator.post(`${CONNECTIONS}${id}/test_connection/`)

    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'failure', step: 'login' })
    expect(body.message).toContain('incorrect')
    expect(text).not.toContain('not the one')
  })

  it('reports each address, and stores the result of the one that responds', async () => {
    const { id } = await make({ host: 'http://127.0.0.1:1', hosts: [controller.url] })

    const { body } = await operator.post(`${CONNECTIONS}${id}/test_connection/`)
    const after = await operator.get(`${CONNECTIONS}${id}/`)

    expect(body).toMatchObject({
      status: 'success',
      hosts: [{ status: 'failure' }, { host: controller.url, status: 'success' }],
    })
    expect(after.body).toMatchObject({ last_test_status: 'success', last_test_message: body.message })
  })

  it('counts towards the limits of all connections to the controller', async () => {
    const other = await startController({ store: generateFabric({ size: 'small', seed: 2 }) })
    await make({ host: other.url, max_requests_per_minute: 30 })
    const { id } = await make({ host: other.url })

    const { body } = await operator.post(`${CONNECTIONS}${id}/test_connection/`)
    const budget = await operator.get(`${CONNECTIONS}${id}/budget/`)
    await other.close()

    expect(body).toMatchObject({ status: 'success' })
    expect(budget.body).toMatchObject({
      effective: { max_requests_per_minute: 30 },
      requests_last_minute: 1,
      in_flight: 0,
    })
  })

  it('that gets no turn says so, keeps the result before, and has not asked the controller', async () => {
    const other = await startController({ store: generateFabric({ size: 'small', seed: 3 }) })
    const { id } = await make({ host: other.url, max_requests_per_minute: 1 })
    waitShortly(app.app.platform.controllers)
    const test = () => operator.post(`${CONNECTIONS}${id}/test_connection/`)

    const [first, second] = [await test(), await test()]
    const after = await operator.get(`${CONNECTIONS}${id}/`)
    await other.close()

    expect(first.body).toMatchObject({ status: 'success' })
    expect(second).toMatchObject({
      status: 200,
      body: { status: 'failure', step: 'turn', tested_at: expect.any(String) },
    })
    expect(after.body).toMatchObject({ last_test_status: 'success', last_tested_at: first.body.tested_at })
  })

  it('reports an address that does not respond', async () => {
    const { id } = await make({ host: 'http://127.0.0.1:1' })

    const { status, body } = await operator.post(`${CONNECTIONS}${id}/test_connection/`)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'failure',
      step: 'address',
      message: expect.any(String),
      tested_at: expect.any(String),
    })
  })
})

describe('listing connections', () => {
  it('searches name and host', async () => {
    await make({ name: 'needle' })

    expect((await operator.get(`${CONNECTIONS}?search=NEEDLE`)).body.count).toBe(1)
    expect((await operator.get(`${CONNECTIONS}?search=elsewhere.example&ordering=-last_tested_at`)).body.count).toBe(1)
  })
})

describe('access', () => {
  it('lets viewers and editors read, and operators change', async () => {
    const { id } = await make()
    for (const role of ['viewer', 'editor'] as const) {
      const user = await app.userOf(role)
      expect((await user.get(`${CONNECTIONS}${id}/`)).status).toBe(200)
      expect((await user.post(CONNECTIONS, {})).status).toBe(403)
      expect((await user.patch(`${CONNECTIONS}${id}/`, {})).status).toBe(403)
      expect((await user.delete(`${CONNECTIONS}${id}/`)).status).toBe(403)
      expect((await user.post(`${CONNECTIONS}${id}/test_connection/`)).status).toBe(403)
      expect((await user.post(`${CONNECTIONS}${id}/set_default/`)).status).toBe(403)
    }
    expect((await operator.delete(`${CONNECTIONS}${id}/`)).status).toBe(204)
    expect((await operator.get(`${CONNECTIONS}${id}/`)).status).toBe(404)
  })
})

describe('the budget of a connection', () => {
  const budgetOf = (id: string, client: Client = operator) => client.get(`${CONNECTIONS}${id}/budget/`)

  it('is checked, stored, changed and, when it is left out of a replacement, the usual one again', async () => {
    const { id, max_parallel_requests, max_requests_per_minute } = await make({
      max_parallel_requests: 8,
      max_requests_per_minute: 600,
    })
    const url = `${CONNECTIONS}${id}/`

    const wrong = await operator.patch(url, { max_parallel_requests: 0, max_requests_per_minute: 1.5 })
    const unlimited = await operator.patch(url, { max_requests_per_minute: null })
    const replaced = await operator.put(url, { name: 'lab', host: controller.url, username: SIMULATED.username })

    expect([max_parallel_requests, max_requests_per_minute]).toEqual([8, 600])
    expect(wrong.status).toBe(400)
    expect(Object.keys(wrong.body).sort()).toEqual(['max_parallel_requests', 'max_requests_per_minute'])
    expect(unlimited.body).toMatchObject({ max_parallel_requests: 8, max_requests_per_minute: null })
    expect(replaced.body).toMatchObject({ max_parallel_requests: 4, max_requests_per_minute: null })
  })

  it('is the strictest of all connections to its controller, for everybody who may read the connection', async () => {
    const address = 'https://budget.example'
    const wide = await make({ host: address, max_parallel_requests: 16 })
    const narrow = await make({
      host: 'other.example',
      hosts: ['budget.example:443'],
      max_parallel_requests: 2,
      max_requests_per_minute: 90,
    })

    const budget = await budgetOf(wide.id, await app.userOf('viewer'))

    expect(budget).toMatchObject({
      status: 200,
      body: {
        max_parallel_requests: 16,
        max_requests_per_minute: null,
        effective: { max_parallel_requests: 2, max_requests_per_minute: 90 },
        shared_with: [narrow.id],
        counted_over: 'all_processes',
        processes: 1,
        in_flight: 0,
        requests_last_minute: 0,
        waiting: { requests: 0, runs: 0, longest_wait_ms: 0 },
        refusals: { last_hour: 0, last_at: null },
      },
    })
    expect((await budgetOf('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})

describe('the facts of a fabric', () => {
  const requests = () => controller.requests.filter(({ path }) => path.includes('fabricNode')).length

  it('are read once for all who ask within ten minutes, and again on request', async () => {
    const { id } = await make({ name: 'with facts' })
    const before = requests()

    const [first, second] = await Promise.all([1, 2].map(() => operator.get(`${CONNECTIONS}${id}/facts/`)))

    expect(first!.body).toEqual({
      version: expect.stringMatching(/^\d\.\d\(\d+[a-z]\)$/),
      switch_versions: [expect.stringMatching(/^n9000-1\d\./)],
      lowest_switch: expect.stringMatching(/^\d\.\d\(/),
      highest_switch: first!.body.lowest_switch,
      ...{ nodes: 9, leafs: 4, spines: 2, controllers: 3, pods: 1 },
      read_at: expect.any(String),
    })
    expect(second!.body).toEqual(first!.body)
    expect(requests()).toBe(before + 1)
    await operator.get(`${CONNECTIONS}${id}/facts/?refresh=true`)
    expect(requests()).toBe(before + 2)
  })

  it('are read again by nobody who may not test connections, and by nobody at all who may not view them', async () => {
    const { id } = await make({ name: 'guarded facts' })
    const [viewer, nobody] = [await app.userOf('viewer'), await app.userOf(undefined)]

    expect((await viewer.get(`${CONNECTIONS}${id}/facts/`)).status).toBe(200)
    expect((await viewer.get(`${CONNECTIONS}${id}/facts/?refresh=true`)).body.permission).toBe(
      'controller.test_connection',
    )
    expect((await nobody.get(`${CONNECTIONS}${id}/facts/`)).status).toBe(403)
    expect((await operator.get(`${CONNECTIONS}00000000-0000-4000-8000-000000000000/facts/`)).status).toBe(404)
  })

  it('say why a controller cannot be asked, and ask again the next time', async () => {
    const { id } = await make({ name: 'gone', host: 'https://127.0.0.1:1' })

    const answer = await operator.get(`${CONNECTIONS}${id}/facts/`)

    expect([answer.status, answer.body]).toEqual([
      502,
      { detail: expect.any(String), reason: 'unreachable', request_id: expect.any(String) },
    ])
    expect((await operator.get(`${CONNECTIONS}${id}/facts/`)).status).toBe(502)
  })
})
