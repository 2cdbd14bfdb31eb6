import { describe, expect, it } from 'vitest'
import { sampleTree } from './testing/sample-tree.ts'
import { login, read, startTestController } from './testing/test-client.ts'
import type { ControllerSimulator } from './start-controller.ts'

const SECOND = 1000
const TIMEOUT = { code: '403', text: 'Token was invalid (Error: Token timeout)' }
const NO_COOKIE = {
  code: '403',
  text: 'Need a valid webtoken cookie (named APIC-Cookie) or a signed request with signature in the cookie APIC-Request-Signature for all REST API requests',
}

const readTenants = (simulator: ControllerSimulator, token: string) =>
  read(simulator, 'class/fvTenant.json', {}, { cookie: `APIC-cookie=${token}` })
const refresh = (simulator: ControllerSimulator, token: string) =>
  read(simulator, 'aaaRefresh.json', {}, { cookie: `APIC-cookie=${token}` })
const tokenOf = ({ objects }: Awaited<ReturnType<typeof read>>) => objects[0]?.attributes['token'] ?? ''

describe('login', () => {
  it('returns the attributes of a session, all as strings, and the token as a cookie too', async () => {
    const simulator = await startTestController({ nodeId: 2 })
    simulator.clock.now = Date.UTC(2026, 0, 1)

    const { status, totalCount, attributes, objects, setCookie } = await login(simulator)

    expect([status, totalCount, objects[0]?.className]).toEqual([200, '1', 'aaaLogin'])
    expect(attributes).toMatchObject({
      refreshTimeoutSeconds: '600',
      maximumLifetimeSeconds: '86400',
      restTimeoutSeconds: '90',
      creationTime: expect.stringMatching(/^17672256\d\d$/),
      userName: 'admin',
      remoteUser: 'false',
      version: '6.2(1g)',
      node: 'topology/pod-1/node-2',
    })
    expect(Object.values(attributes).every((value) => typeof value === 'string')).toBe(true)
    expect(objects[0]?.children[0]).toMatchObject({ className: 'aaaUserDomain', attributes: { name: 'all' } })
    expect(setCookie).toContain(`APIC-cookie=${attributes['token']};`)
  })

  it.each([
    ['6.2(1g)', true],
    ['4.2(3q)', false],
  ])('returns a signed token on release %s: %s', async (release, isSigned) => {
    const { token } = await login(await startTestController({ release }))

    expect(token.startsWith('eyJ')).toBe(isSigned)
  })

  it.each([
    ['admin', 'wrong', 'Username or password is incorrect - FAILED local authentication'],
    ['nobody', 'wrong', 'Username or password is incorrect - FAILED local authentication'],
    ['apic:TACACS\\jdoe', 'wrong', 'TACACS+ Server Authentication DENIED'],
  ])('refuses %s / %s with 401: %s', async (name, password, text) => {
    const simulator = await startTestController()

    const { status, error } = await login(simulator, name, password)

    expect([status, error]).toEqual([401, { code: '401', text }])
    expect(simulator.counters).toMatchObject({ logins: 0, failedLogins: 1 })
  })

  it.each(['apic:TACACS\\jdoe', 'apic#TACACS\\jdoe'])('reads the login domain from %s', async (name) => {
    const { status, attributes } = await login(await startTestController(), name, 'tac-Secret1')

    expect([status, attributes['userName']]).toEqual([200, 'jdoe'])
  })

  it('does not find a domain user without the domain', async () => {
    expect((await login(await startTestController(), 'jdoe', 'tac-Secret1')).status).toBe(401)
  })

  it('accepts a changed password with special characters', async () => {
    const simulator = await startTestController()

    simulator.setPassword('admin', 'p"\\&<é')

    expect([(await login(simulator)).status, (await login(simulator, 'admin', 'p"\\&<é')).status]).toEqual([401, 200])
  })

  it.each(['{"aaaUser":', '{}', 'name=admin', '{"aaaUser":{"attributes":{"name":"admin"}}}'])(
    'refuses the body %s with 400',
    async (body) => {
      const simulator = await startTestController()

      expect((await fetch(`${simulator.url}/api/aaaLogin.json`, { method: 'POST', body })).status).toBe(400)
    },
  )

  it('answers 403 at the old address', async () => {
    const simulator = await startTestController()

    expect((await fetch(`${simulator.url}/api/mo/aaaLogin.json`, { method: 'POST', body: '{}' })).status).toBe(403)
  })

  it('throttles a flood of logins with an HTML 503', async () => {
    const simulator = await startTestController({ loginsPerMinute: 2 })

    const statuses = [await login(simulator), await login(simulator), await login(simulator)].map(
      ({ status }) => status,
    )
    simulator.clock.advance(61 * SECOND)

    expect([...statuses, (await login(simulator)).status]).toEqual([200, 200, 503, 200])
  })

  it('lists its domains without a session', async () => {
    const simulator = await startTestController()

    const { status, text } = await read(simulator, 'aaaListDomains.json')

    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        imdata: [
          { name: 'local', type: 'local' },
          { name: 'TACACS', type: 'tacacs' },
        ],
      },
    ])
  })
})

describe('a session', () => {
  it('is required to read', async () => {
    const simulator = await startTestController()

    const without = await read(simulator, 'class/fvTenant.json')
    const unknown = await readTenants(simulator, 'no-token')

    expect([without.status, without.error]).toEqual([403, NO_COOKIE])
    expect([unknown.status, unknown.error]).toEqual([403, TIMEOUT])
  })

  it('refuses a cookie sent twice, and counts it', async () => {
    const simulator = await startTestController()
    const { token } = await login(simulator)

    const { status } = await read(
      simulator,
      'class/fvTenant.json',
      {},
      { cookie: `APIC-cookie=${token}; APIC-cookie=${token}` },
    )

    expect([status, simulator.counters.doubledCookies, simulator.requests.at(-1)?.cookieCount]).toEqual([403, 1, 2])
  })

  it('accepts a cookie sent twice when configured to', async () => {
    const simulator = await startTestController({ doubledCookie: 'accept' })
    const { token } = await login(simulator)

    const { status } = await read(
      simulator,
      'class/fvTenant.json',
      {},
      { cookie: `APIC-cookie=${token}; APIC-cookie=${token}` },
    )

    expect([status, simulator.counters.doubledCookies]).toEqual([200, 1])
  })

  it('expires when it is not refreshed in time', async () => {
    const simulator = await startTestController({ sessions: { refreshTimeoutSeconds: 300 } })
    const { token } = await login(simulator)

    simulator.clock.advance(299 * SECOND)
    const before = await readTenants(simulator, token)
    simulator.clock.advance(2 * SECOND)
    const after = await readTenants(simulator, token)

    expect([before.status, after.status, after.error]).toEqual([200, 403, TIMEOUT])
  })

  it('continues with the new token of a refresh', async () => {
    const simulator = await startTestController()
    const { token } = await login(simulator)
    simulator.clock.advance(500 * SECOND)

    const renewed = tokenOf(await refresh(simulator, token))
    simulator.clock.advance(500 * SECOND)

    expect(renewed).not.toBe(token)
    expect([(await readTenants(simulator, token)).status, (await readTenants(simulator, renewed)).status]).toEqual([
      403, 200,
    ])
  })

  it('can invalidate the old token on refresh', async () => {
    const simulator = await startTestController({ sessions: { refreshEndsOldToken: true } })
    const { token } = await login(simulator)

    await refresh(simulator, token)

    expect((await readTenants(simulator, token)).status).toBe(403)
  })

  it.each([
    [false, 403],
    [true, 200],
  ])(
    'ends after its maximum lifetime, even if refresh keeps working (%s)',
    async (refreshOutlivesSession, refreshStatus) => {
      const simulator = await startTestController({ sessions: { refreshOutlivesSession } })
      let { token } = await login(simulator)
      for (let time = 0; time < 86_400 - 500; time += 500) {
        simulator.clock.advance(500 * SECOND)
        token = tokenOf(await refresh(simulator, token))
      }
      simulator.clock.advance(500 * SECOND)

      expect((await readTenants(simulator, token)).error).toEqual(TIMEOUT)
      expect((await refresh(simulator, token)).status).toBe(refreshStatus)
    },
  )

  it.each([
    [true, 403],
    [false, 200],
  ])('ends on logout, unless configured otherwise (logoutEndsSession: %s)', async (logoutEndsSession, status) => {
    const simulator = await startTestController({ sessions: { logoutEndsSession } })
    const { token } = await login(simulator)

    const response = await fetch(`${simulator.url}/api/aaaLogout.json`, {
      method: 'POST',
      body: '{"aaaUser":{"attributes":{"name":"admin"}}}',
      headers: { cookie: `APIC-cookie=${token}` },
    })

    expect([response.status, (await readTenants(simulator, token)).status]).toEqual([200, status])
  })

  it('ends when all tokens are expired by hand', async () => {
    const simulator = await startTestController()
    const { token } = await login(simulator)

    simulator.expireTokens()

    expect((await readTenants(simulator, token)).status).toBe(403)
  })
})

describe('a cluster', () => {
  it('shares objects, sessions and clock, while each controller reports its own node', async () => {
    const first = await startTestController({ store: sampleTree() })
    const second = await startTestController({ cluster: first.cluster, nodeId: 2 })
    const { token } = await login(first)

    const { status, totalCount } = await readTenants(second, token)

    expect([status, totalCount, (await login(second)).attributes['node']]).toEqual([200, '2', 'topology/pod-1/node-2'])
    second.clock.advance(601 * SECOND)
    expect((await readTenants(first, token)).status).toBe(403)
  })
})
