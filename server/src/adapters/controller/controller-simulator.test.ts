import { startController } from '@heddle/simulators/controller/start-controller.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { never, PASSWORD, startWorkbench, targetAt, USERNAME } from './testing/controller-workbench.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Options = NonNullable<Parameters<typeof startController>[0]>

/** A simulated controller with two tenants, and a client on the same clock. */
async function startPair(options: Options = {}) {
  const controller = await startController({
    accounts: [{ name: USERNAME, password: PASSWORD, domain: 'local' }],
    ...options,
  })
  onTestFinished(() => controller.close())
  for (const name of ['a', 'b']) controller.store.add('fvTenant', `uni/tn-${name}`, { name })
  const workbench = startWorkbench()
  const target = targetAt(controller.url)
  const client = workbench.pool.client(target)
  return {
    ...workbench,
    controller,
    target,
    client,
    read: (path = '/api/class/fvTenant.json?order-by=fvTenant.dn%7Casc') => client.getJson(path, { signal: never }),
    advance: (ms: number) => {
      controller.clock.advance(ms)
      workbench.clock.advance(ms)
    },
  }
}

const twoTenants = expect.objectContaining({ ok: true, totalCount: 2 })
const failure = (reason: string) => ({ ok: false, failure: expect.objectContaining({ reason }) })

describe('against a controller', () => {
  it('reads objects with one login and one cookie', async () => {
    const { controller, read } = await startPair()

    const answers = await Promise.all(Array.from({ length: 20 }, () => read()))

    expect(answers).toEqual(Array(20).fill(twoTenants))
    expect(controller.counters).toMatchObject({ logins: 1, doubledCookies: 0, requests: 21 })
    expect(controller.counters.maxConcurrent).toBeLessThanOrEqual(4)
  })

  it('returns an empty result for a DN that does not exist', async () => {
    const { read } = await startPair()

    const answer = await read('/api/mo/uni/tn-none.json')

    expect(answer).toEqual({ ok: true, totalCount: 0, imdata: [] })
  })

  it.each([
    ['/api/class/fvTenantt.json', 'unknown_class'],
    ['/api/class/fvTenant.json?query-target-filter=eq(fvTenantt.name,%22a%22)', 'unknown_class'],
    ['/api/class/fvTenant.json?query-target-filter=eq(fvTenant.nam,%22a%22)', 'bad_filter'],
    ['/api/class/fvTenant.json?query-target-filter=like(fvTenant.name,%22a%22)', 'bad_filter'],
  ])('reports the error for %s as %s, with the message from the controller', async (path, reason) => {
    const { read } = await startPair()

    const answer = await read(path)

    expect(answer).toEqual(failure(reason))
    expect(answer).toMatchObject({ failure: { message: expect.stringContaining('The controller answered: ') } })
  })

  it('fails at once with too_big for a result over the limit', async () => {
    const { controller, read } = await startPair({ limits: { maxObjects: 1 } })

    const answer = await read()

    expect(answer).toEqual(failure('too_big'))
    expect(controller.counters.requests).toBe(2)
  })

  it('keeps working for fifty hours, through refreshes and two expired lifetimes', async () => {
    const { controller, read, advance } = await startPair()

    const answers = []
    for (let passed = 0; passed < 50 * HOUR; passed += 8 * MINUTE) {
      answers.push(await read())
      advance(8 * MINUTE)
    }

    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(controller.counters.logins).toBe(3)
    expect(controller.requests.filter(({ kind, status }) => kind === 'data' && status !== 200)).toEqual([])
  })

  it('keeps working with a controller that still refreshes a session past its lifetime', async () => {
    const { controller, read, advance } = await startPair({
      sessions: { refreshOutlivesSession: true, maximumLifetimeSeconds: 3600 },
    })
    // The session expires earlier than the controller says.
    controller.cluster.sessions.settings.maximumLifetimeSeconds = 1200

    const answers = []
    for (let passed = 0; passed < HOUR; passed += 8 * MINUTE) {
      answers.push(await read())
      advance(8 * MINUTE)
    }

    expect(answers.every(({ ok }) => ok)).toBe(true)
  })

  it('keeps working when all sessions are dropped at once, with one login for all requests', async () => {
    const { controller, read } = await startPair()
    await read()

    controller.expireTokens()
    const answers = await Promise.all(Array.from({ length: 8 }, () => read()))

    expect(answers).toEqual(Array(8).fill(twoTenants))
    expect(controller.counters.logins).toBe(2)
  })

  it('distinguishes a wrong password from an empty fabric', async () => {
    const { controller, read } = await startPair()
    controller.setPassword(USERNAME, 'another one')

    const answer = await read()

    expect(answer).toMatchObject({
      ok: false,
      failure: { reason: 'login_failed', code: '401', message: expect.stringContaining('FAILED local authentication') },
    })
  })

  it.each([
    { kind: 'html', status: 405 },
    { kind: 'html', status: 502 },
    { kind: 'html', status: 503 },
    { kind: 'not_ready' },
    { kind: 'truncated' },
    { kind: 'reset' },
    { kind: 'drop' },
    { kind: 'invalid_token' },
  ] as const)('recovers from $kind $status', async (fault) => {
    const { controller, read } = await startPair()
    controller.faults.add({ ...fault, next: 1 })

    const answer = await read()

    expect(answer).toEqual(twoTenants)
  })

  it.each([
    ['busy', { kind: 'html', status: 503 }],
    ['unreachable', { kind: 'truncated' }],
    ['unreachable', { kind: 'drop' }],
    ['unreachable', { kind: 'login_page' }],
  ] as const)('gives up with %s when $kind persists', async (reason, fault) => {
    const { controller, read } = await startPair()
    controller.faults.add(fault)

    const answer = await read()

    expect(answer).toEqual(failure(reason))
  })

  it('leaves no socket open after hanging requests were cancelled and the pool was closed', async () => {
    const { controller, client, pool } = await startPair()
    controller.faults.add({ kind: 'hang' })
    const abort = new AbortController()
    const requests = Array.from({ length: 12 }, () => client.get('/api/class/fvTenant.json', { signal: abort.signal }))
    await expect.poll(() => controller.counters.running).toBe(4)

    abort.abort()
    const answers = await Promise.all(requests)
    await pool.close()

    expect(answers).toEqual(Array(12).fill(failure('cancelled')))
    await expect.poll(() => controller.counters.openSockets).toBe(0)
  })

  it('tests a connection and reports what it is connected to', async () => {
    const { controller, pool, target } = await startPair({ release: '6.0(5h)' })
    for (const id of ['1', '2', '3'])
      controller.store.add('fabricNode', `topology/pod-1/node-${id}`, { id, role: 'controller' })
    controller.store.add('fabricNode', 'topology/pod-1/node-101', { id: '101', role: 'leaf' })

    const result = await pool.test(target)

    expect(result).toMatchObject({
      status: 'success',
      release: '6.0(5h)',
      cluster_size: 3,
      message: expect.stringMatching(/^Connected to 6\.0\(5h\), 3 controllers, \d+ ms$/),
    })
  })
})
