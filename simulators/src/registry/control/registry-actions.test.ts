import { describe, expect, it, onTestFinished } from 'vitest'
import { startControl } from '../../control/start-control.ts'
import { aggregateUrl, documentUrl, get, startTestRegistry } from '../testing/registry-client.ts'

async function start() {
  const registry = await startTestRegistry()
  const control = await startControl([], 0, registry)
  onTestFinished(() => control.close())
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${control.url}/registry${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { registry, call }
}

describe('control of the registry', () => {
  it('switches faults on and off', async () => {
    const { registry, call } = await start()

    await call('POST', '/faults', { kind: 'html', status: 502, next: 3 })
    const { status } = await get(documentUrl(registry, 'fv:BD'))
    const { body } = await call('GET', '/status')
    await call('DELETE', '/faults')

    expect(status).toBe(502)
    expect(body['faults']).toEqual([{ kind: 'html', status: 502, next: 3, seen: 1, struck: 1 }])
    expect(body['versions']).toEqual({ latest: { classes: 300, hasAggregate: true } })
    expect((await get(documentUrl(registry, 'fv:BD'))).status).toBe(200)
  })

  it('switches the aggregate, changes the latency, pauses, resumes and clears the log', async () => {
    const { registry, call } = await start()

    await call('POST', '/aggregate', { version: 'latest', served: false })
    const { status } = await get(aggregateUrl(registry))
    await call('POST', '/latency', { latency_ms: 1 })
    await call('POST', '/pause')
    await expect(get(documentUrl(registry, 'fv:BD'))).rejects.toThrow()
    await call('POST', '/resume')
    await get(documentUrl(registry, 'fv:BD'))
    const paths = await call('GET', '/paths')
    await call('DELETE', '/requests')

    expect([status, registry.settings.latencyMs, registry.counters.requests]).toEqual([404, 1, 0])
    expect(Object.values(paths.body)).toEqual([1, 1])
  })

  it.each([
    ['POST', '/faults', { kind: 'nonsense' }, 400],
    ['POST', '/faults', { kind: 'html', encoding: 'br' }, 400],
    ['POST', '/faults', { kind: 'delay', ms: 'long' }, 400],
    ['POST', '/latency', {}, 400],
    ['POST', '/aggregate', { version: '999', served: true }, 400],
    ['GET', '/nothing', undefined, 404],
  ])('refuses %s /registry%s with body %j: status %d and a reason', async (method, path, body, status) => {
    const { call } = await start()

    const answer = await call(method, path, body)

    expect([answer.status, typeof answer.body['detail']]).toEqual([status, 'string'])
  })
})
