import { describe, expect, it, onTestFinished } from 'vitest'
import { startControl } from '../../control/start-control.ts'
import { clientOf, startTestAutomation } from '../testing/automation-client.ts'
import { startReceiver } from '../testing/start-receiver.ts'

async function start() {
  const automation = await startTestAutomation()
  const control = await startControl([], 0, undefined, automation)
  onTestFinished(() => control.close())
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${control.url}/automation${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, any> }
  }
  return { automation, ...clientOf(automation), call }
}

describe('control of the automation server', () => {
  it('switches faults on and off', async () => {
    const { get, call } = await start()

    await call('POST', '/faults', { kind: 'html', status: 502, next: 3 })
    await call('POST', '/webhook-faults', { kind: 'lose', event: 'started' })
    const { status } = await get('me/')
    const { body } = await call('GET', '/status')
    await call('DELETE', '/faults')
    await call('DELETE', '/webhook-faults')

    expect(status).toBe(502)
    expect(body['faults']).toEqual([{ kind: 'html', status: 502, next: 3, seen: 1, struck: 1 }])
    expect(body['webhookFaults']).toEqual([{ kind: 'lose', event: 'started', seen: 0, struck: 0 }])
    expect((await get('me/')).status).toBe(200)
  })

  it('moves the clock, limits and deletes jobs, and revokes tokens', async () => {
    const { launch, get, call } = await start()
    const [first, second] = [await launch(), await launch()]
    const statuses = async () => (await get('jobs/')).body.results.map((one: any) => one.status)

    await call('POST', '/capacity', { jobs: 1 })
    await call('POST', '/clock', { advance_ms: 1000 })
    const limited = await statuses()
    await call('DELETE', '/jobs', { id: first })
    await call('POST', '/restart')
    await call('POST', '/skew', { skew_ms: -1000 })
    const { body } = await get(`jobs/${second}/`)
    await call('POST', '/revoke-tokens')

    expect(limited).toEqual(['running', 'pending'])
    expect(body.created).toBe('2026-11-20T09:59:59.000000Z')
    expect((await get('me/')).status).toBe(401)
  })

  it('adds a webhook and shows what was sent', async () => {
    const { url, received } = await startReceiver()
    const { automation, launch, call } = await start()

    await call('POST', '/webhooks', { url, headers: { 'X-Secret': 's' } })
    await launch()
    await call('POST', '/clock', { advance_ms: 1000 })
    await automation.settled()
    const { body } = await call('GET', '/notifications')

    expect(received[0]?.headers['x-secret']).toBe('s')
    expect(Object.values(body)).toMatchObject([{ event: 'started', status: 'successful' }])
  })

  it('pauses and resumes, sets latency and event lag, and clears the log', async () => {
    const { automation, get, call } = await start()

    await call('POST', '/pause')
    await expect(get('me/')).rejects.toThrow()
    await call('POST', '/resume')
    await call('POST', '/latency', { latency_ms: 1 })
    await call('POST', '/event-lag', { lag_ms: 7 })
    await get('me/')
    const { body } = await call('GET', '/requests')
    await call('DELETE', '/requests')

    expect(Object.values(body)).toMatchObject([{ path: '/api/v2/me/', status: 200 }])
    expect([automation.settings.latencyMs, automation.settings.eventLag.lagMs, automation.counters.requests]).toEqual([
      1, 7, 0,
    ])
  })

  it.each([
    ['POST', '/faults', { kind: 'nonsense' }, 400],
    ['POST', '/faults', { kind: 'lost_answer', how: 'somehow' }, 400],
    ['POST', '/faults', { kind: 'delay', ms: 'long' }, 400],
    ['POST', '/webhook-faults', { kind: 'delay' }, 400],
    ['POST', '/webhooks', {}, 400],
    ['POST', '/clock', { advance_ms: -1 }, 400],
    ['GET', '/nothing', undefined, 404],
  ])('refuses %s /automation%s with body %j: status %d and a reason', async (method, path, body, status) => {
    const { call } = await start()

    const answer = await call(method, path, body)

    expect([answer.status, typeof answer.body['detail']]).toEqual([status, 'string'])
  })
})
