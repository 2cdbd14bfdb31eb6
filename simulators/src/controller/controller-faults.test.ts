import { describe, expect, it } from 'vitest'
import type { FaultRule } from './faults/fault-rule.ts'
import { sampleTree } from './testing/sample-tree.ts'
import { login, read, signIn, startTestController } from './testing/test-client.ts'

async function start(...rules: FaultRule[]) {
  const simulator = await startTestController({ store: sampleTree() })
  const get = await signIn(simulator)
  for (const rule of rules) simulator.faults.add(rule)
  return { simulator, get }
}

describe('a fault that replaces the answer', () => {
  it.each([
    [{ kind: 'html', status: 503 }, 503, '503 Service Temporarily Unavailable'],
    [{ kind: 'html', status: 502 }, 502, '502 Bad Gateway'],
    [{ kind: 'html', status: 405 }, 405, '405 Not Allowed'],
    [{ kind: 'login_page' }, 200, 'Cisco APIC Login'],
    [{ kind: 'not_ready' }, 404, 'Cisco APIC'],
  ] as [FaultRule, number, string][])('sends HTML for the rule %j, with status %d', async (rule, status, words) => {
    const { get } = await start(rule)

    const reading = await get('class/fvTenant.json')

    expect([reading.status, reading.type]).toEqual([status, 'text/html'])
    expect(reading.text).toContain(words)
  })

  it('can be an error in the JSON envelope', async () => {
    const text = 'Unable to deliver the message, destination is not available'
    const { get } = await start({ kind: 'error', status: 503, code: '503', text })

    const { status, error } = await get('class/fvTenant.json')

    expect([status, error]).toEqual([503, { code: '503', text }])
  })

  it('can be "too big" above a page size', async () => {
    const { get } = await start({ kind: 'too_big', abovePageSize: 2, path: 'class/fvBD' })

    const statuses = [
      await get('class/fvBD.json'),
      await get('class/fvBD.json', { 'page-size': '3' }),
      await get('class/fvBD.json', { 'page-size': '2' }),
      await get('class/fvTenant.json'),
    ].map(({ status }) => status)

    expect(statuses).toEqual([400, 400, 200, 200])
  })

  it('can be the right total with an empty page', async () => {
    const { get } = await start({ kind: 'empty_page', next: 1 })

    expect((await get('class/fvTenant.json')).text).toBe('{"totalCount":"2","imdata":[]}')
    expect((await get('class/fvTenant.json')).objects).toHaveLength(2)
  })

  it('can be the right total with a page that is short or repeats an object', async () => {
    const short = await start({ kind: 'short_page', missing: 1, next: 1 })
    const repeated = await start({ kind: 'repeated_object', next: 1 })

    expect((await short.get('class/fvTenant.json')).objects).toHaveLength(1)
    const { objects } = await repeated.get('class/fvTenant.json')
    expect(objects).toEqual([objects[0], objects[0]])
  })

  it('can be nested objects without names', async () => {
    const { simulator, get } = await start({ kind: 'nameless_children', next: 1 })
    simulator.store.add('fvBD', 'uni/tn-nameless/BD-web', {})
    simulator.store.add('fvTenant', 'uni/tn-nameless', {})
    const read = () => get('mo/uni/tn-nameless.json', { 'rsp-subtree': 'children', 'rsp-subtree-class': 'fvBD' })

    expect((await read()).text).not.toContain('"rn"')
    expect((await read()).text).toContain('"rn":"BD-web"')
  })

  it('can end the session', async () => {
    const { simulator, get } = await start({ kind: 'invalid_token', after: 1, next: 1 })

    const statuses = [
      await get('class/fvTenant.json'),
      await get('class/fvTenant.json'),
      await get('class/fvTenant.json'),
    ].map(({ status }) => status)

    expect(statuses).toEqual([200, 403, 403])
    expect((await login(simulator)).status).toBe(200)
  })
})

describe('a fault on the wire', () => {
  it('truncates the JSON with an honest length', async () => {
    const { simulator } = await start({ kind: 'truncated' })
    const { token } = await login(simulator)

    const response = await fetch(`${simulator.url}/api/class/fvTenant.json`, {
      headers: { cookie: `APIC-cookie=${token}` },
    })
    const text = await response.text()

    expect(Number(response.headers.get('content-length'))).toBe(text.length)
    expect(() => JSON.parse(text)).toThrow()
  })

  it.each(['reset', 'drop'] as const)('%s breaks the connection', async (kind) => {
    const { get } = await start({ kind, next: 1 })

    await expect(get('class/fvTenant.json')).rejects.toThrow()
    expect((await get('class/fvTenant.json')).status).toBe(200)
  })

  it('hangs until the client gives up or the simulator closes', async () => {
    const { simulator } = await start({ kind: 'hang' })
    const { token } = await login(simulator)

    const answer = fetch(`${simulator.url}/api/class/fvTenant.json`, {
      headers: { cookie: `APIC-cookie=${token}` },
      signal: AbortSignal.timeout(50),
    })

    await expect(answer).rejects.toThrow('timeout')
  })

  it('trickles the body', async () => {
    const { simulator, get } = await start({ kind: 'trickle', pieceBytes: 400, everyMs: 5 })

    const { objects } = await get('class/fvTenant.json')

    expect(objects).toHaveLength(2)
    expect(simulator.requests.at(-1)?.status).toBe(200)
  })

  it('delays the answer', async () => {
    const { simulator, get } = await start({ kind: 'delay', ms: 60 })
    const from = performance.now()

    await get('class/fvTenant.json')

    expect(performance.now() - from).toBeGreaterThan(55)
    expect(simulator.counters.running).toBeLessThanOrEqual(1)
  })

  it('can make a controller dead, then alive again', async () => {
    const { simulator, get } = await start()

    simulator.faults.dead = true
    await expect(get('class/fvTenant.json')).rejects.toThrow()
    simulator.faults.clear()

    expect((await get('class/fvTenant.json')).status).toBe(200)
  })

  it('can refuse connections for a while, keeping port and sessions', async () => {
    const { simulator, get } = await start()

    await simulator.pause()
    await expect(get('class/fvTenant.json')).rejects.toThrow()
    await expect(login(simulator)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    await simulator.resume()

    expect((await get('class/fvTenant.json')).status).toBe(200)
  })
})

describe('when a fault strikes', () => {
  it.each([
    [{ next: 2 }, [503, 503, 200, 200, 200, 200]],
    [{ every: 3 }, [200, 200, 503, 200, 200, 503]],
    [{ after: 1, next: 1 }, [200, 503, 200, 200, 200, 200]],
    [{ path: 'fvBD' }, [200, 200, 200, 200, 200, 200]],
    [{ path: 'Tenant' }, [503, 503, 503, 503, 503, 503]],
    [{ on: 'login' }, [200, 200, 200, 200, 200, 200]],
  ] as [Partial<FaultRule>, number[]][])('follows the rule %j: six requests answer %j', async (when, statuses) => {
    const { get } = await start({ kind: 'html', status: 503, ...when } as FaultRule)

    const seen: number[] = []
    for (let count = 0; count < 6; count++) seen.push((await get('class/fvTenant.json')).status)

    expect(seen).toEqual(statuses)
  })

  it('can be at a login or a refresh', async () => {
    const { simulator } = await start(
      { kind: 'html', status: 503, on: 'login' },
      { kind: 'html', status: 502, on: 'refresh' },
    )

    expect([(await login(simulator)).status, (await read(simulator, 'aaaRefresh.json')).status]).toEqual([503, 502])
  })

  it('ends once the rule is removed', async () => {
    const { simulator, get } = await start()
    const fault = simulator.faults.add({ kind: 'html', status: 503 })
    await get('class/fvTenant.json')

    fault.remove()

    expect([(await get('class/fvTenant.json')).status, fault.struck]).toEqual([200, 1])
  })
})
