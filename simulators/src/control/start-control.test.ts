import { describe, expect, it, onTestFinished } from 'vitest'
import { sampleTree } from '../controller/testing/sample-tree.ts'
import { login, signIn, startTestController } from '../controller/testing/test-client.ts'
import { startControl } from './start-control.ts'

async function start() {
  const first = await startTestController({ store: sampleTree() })
  const second = await startTestController({ cluster: first.cluster, nodeId: 2 })
  const control = await startControl([first, second])
  onTestFinished(() => control.close())
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(control.url + path, { method, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { first, second, call }
}

describe('the control interface', () => {
  it('switches faults on and off at the addressed controller', async () => {
    const { first, second, call } = await start()
    const [getFirst, getSecond] = [await signIn(first), await signIn(second)]

    await call('POST', '/2/faults', { kind: 'html', status: 503, next: 5 })
    const statuses = [await getFirst('class/fvTenant.json'), await getSecond('class/fvTenant.json')].map(
      ({ status }) => status,
    )
    const { body } = await call('GET', '/2/status')
    await call('DELETE', '/2/faults')

    expect(statuses).toEqual([200, 503])
    expect(body['faults']).toEqual([{ kind: 'html', status: 503, next: 5, seen: 1, struck: 1 }])
    expect((await getSecond('class/fvTenant.json')).status).toBe(200)
  })

  it('changes objects, clock, password and sessions', async () => {
    const { first, call } = await start()
    const get = await signIn(first)

    await call('POST', '/objects', { class_name: 'fvTenant', dn: 'uni/tn-new', attributes: { descr: 'x' } })
    await call('PATCH', '/objects', { dn: 'uni/tn-new', attributes: { descr: 'y' } })
    await call('DELETE', '/objects', { dn: 'uni/tn-a' })
    const { objects } = await get('class/fvTenant.json', { 'order-by': 'fvTenant.dn' })
    await call('POST', '/clock', { advance_ms: 601_000 })
    const expired = await get('class/fvTenant.json')
    await call('POST', '/password', { user: 'admin', password: 'other' })

    expect(objects.map(({ attributes }) => [attributes['name'], attributes['descr']])).toEqual([
      ['b', ''],
      ['new', 'y'],
    ])
    expect([expired.status, (await login(first)).status, (await login(first, 'admin', 'other')).status]).toEqual([
      403, 401, 200,
    ])
  })

  it.each([
    ['POST', '/faults', { kind: 'nonsense' }, 400],
    ['POST', '/faults', { kind: 'delay' }, 400],
    ['POST', '/faults', { kind: 'delay', ms: 'long' }, 400],
    ['POST', '/faults', { kind: 'html', status: 503, on: 'never' }, 400],
    ['POST', '/clock', {}, 400],
    ['POST', '/objects', { class_name: 'fvBD', dn: 'uni/x', attributes: { name: 1 } }, 400],
    ['GET', '/nothing', undefined, 404],
    ['GET', '/3/status', undefined, 404],
  ])('refuses %s %s with body %j: status %d and a reason', async (method, path, body, status) => {
    const { call } = await start()

    const answer = await call(method, path, body)

    expect([answer.status, typeof answer.body['detail']]).toEqual([status, 'string'])
  })
})
