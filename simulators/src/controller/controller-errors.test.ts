import { describe, expect, it } from 'vitest'
import { sampleTree } from './testing/sample-tree.ts'
import { read, signIn, startTestController } from './testing/test-client.ts'

async function start(options = {}) {
  return signIn(await startTestController({ store: sampleTree(), ...options }))
}

const manyNames = (count: number) =>
  `or(${Array.from({ length: count }, (_, index) => `eq(fvBD.name,"${index}")`).join(',')})`

describe('errors of the controller', () => {
  it.each([
    ['class/fvTenantt.json', {}, '400', 'Request failed, unresolved class for fvTenantt'],
    ['class/fvTenant.json', { 'query-target-filter': 'eq(fvTenantt.name,"a")' }, '122', 'class fvTenantt not found'],
    [
      'class/fvTenant.json',
      { 'query-target-filter': 'eq(fvTenant.nam,"a")' },
      '121',
      "Prop 'nam' not found in class 'fvTenant' property table",
    ],
    [
      'class/faultInst.json',
      { 'query-target-filter': 'eq(faultInst.code,"F999999")' },
      '301',
      "Incorrect filter format for faultInst.code, value 'F999999' is not valid",
    ],
    [
      'class/fvBD.json',
      { 'query-target-filter': 'eq(fvBD.arpFlood,"true")' },
      '301',
      "Incorrect filter format for fvBD.arpFlood, value 'true' is not valid",
    ],
    [
      'class/fvBD.json',
      { 'query-target-filter': 'allbit(fvBD.name,"a")' },
      '301',
      "Incorrect filter format, no such filter type 'allbit'",
    ],
    [
      'mo/uni.json',
      { 'query-target': 'subtree', 'target-subtree-class': 'fvX' },
      '12',
      'Invalid target-subtree-class. Unknown class fvX',
    ],
    [
      'class/fvBD.json',
      { 'rsp-subtree': 'full', 'rsp-subtree-class': 'fvX' },
      '12',
      'Invalid rsp-subtree-class. Unknown class fvX',
    ],
    ['class/fvBD.json', { 'order-by': 'fvBD.nam' }, '121', "Prop 'nam' not found in class 'fvBD' property table"],
    ['class/fvBD.json', { 'order-by': 'fvX.name' }, '122', 'class fvX not found'],
    [
      'class/fvBD.json',
      { 'query-target': 'all' },
      '400',
      "Request failed, invalid value 'all' for query parameter query-target",
    ],
    ['class/fvBD.json', { 'page-size': '0' }, '400', "Request failed, invalid value '0' for query parameter page-size"],
    [
      'class/fvBD.json',
      { 'page-size': '100001' },
      '400',
      "Request failed, invalid value '100001' for query parameter page-size",
    ],
  ])('answers %s with options %j with code %s: %s', async (path, options, code, text) => {
    const get = await start()

    const reading = await get(path, options)

    expect([reading.status, reading.totalCount, reading.error]).toEqual([400, '1', { code, text }])
  })

  it('knows the classes and properties of loaded objects', async () => {
    const simulator = await startTestController()
    simulator.store.addExactly('vnsGraphInst', 'uni/vns-1', { configSt: 'applied' })
    const get = await signIn(simulator)

    const found = await get('class/vnsGraphInst.json', { 'query-target-filter': 'eq(vnsGraphInst.configSt,"applied")' })
    const unknown = await get('class/vnsGraphInst.json', { 'query-target-filter': 'eq(vnsGraphInst.other,"x")' })

    expect([found.totalCount, unknown.error?.code]).toEqual(['1', '121'])
  })

  it('accepts 20 predicates and refuses 21 from release 6.2 on', async () => {
    const get = await start()

    const readings = [
      await get('class/fvBD.json', { 'query-target-filter': manyNames(20) }),
      await get('class/fvBD.json', { 'query-target-filter': manyNames(21) }),
    ]

    expect(readings.map(({ status }) => status)).toEqual([200, 400])
    expect(readings[1]?.error).toEqual({
      code: '301',
      text: 'Number of filter expressions cannot exceed maximum allowed (20)',
    })
  })

  it('has no such limit on older releases', async () => {
    const get = await start({ release: '6.0(9c)' })

    expect((await get('class/fvBD.json', { 'query-target-filter': manyNames(60) })).status).toBe(200)
  })

  it.each([400, 503] as const)(
    'refuses more objects than the limit with status %d, but returns them in pages',
    async (tooBigStatus) => {
      const get = await start({ limits: { maxObjects: 3, tooBigStatus } })

      const whole = await get('class/fvBD.json')
      const page = await get('class/fvBD.json', { 'order-by': 'fvBD.dn', page: '0', 'page-size': '3' })

      expect([whole.status, whole.error]).toEqual([
        tooBigStatus,
        { code: '400', text: 'Unable to process the query, result dataset is too big' },
      ])
      expect([page.status, page.objects.length, page.totalCount]).toEqual([200, 3, '4'])
    },
  )

  it('counts nested objects towards the limit', async () => {
    const get = await start({ limits: { maxObjects: 7 } })

    const whole = await get('class/fvBD.json', { 'rsp-subtree': 'children' })
    const page = await get('class/fvBD.json', { 'rsp-subtree': 'children', 'order-by': 'fvBD.dn', 'page-size': '2' })

    expect([whole.error?.code, page.status]).toEqual(['400', 200])
  })

  it.each([
    ['6.2(1g)', 'Unable to deliver the message, Resolve timeout'],
    ['4.0(3d)', 'Unable to deliver the message, Resolve timeout from (type/num/svc/shard) = apic:1:7:1'],
  ])('times out a slow query (release %s)', async (release, text) => {
    const get = await start({ release, limits: { queryMs: 30 }, microsPerObject: 100_000 })

    const { status, error } = await get('class/fvBD.json')

    expect([status, error]).toEqual([503, { code: '503', text }])
  })

  it('refuses writes', async () => {
    const simulator = await startTestController({ store: sampleTree() })
    const get = await signIn(simulator)
    await get('mo/uni/tn-a.json')

    const cookie = 'APIC-cookie=x'
    const response = await fetch(`${simulator.url}/api/mo/uni/tn-a.json`, {
      method: 'POST',
      body: '{}',
      headers: { cookie },
    })

    expect(response.status).toBe(403)
    expect(simulator.store.get('uni/tn-a')).toBeDefined()
  })
})

describe('errors of nginx', () => {
  it.each([
    ['GET', '/nowhere', 404],
    ['GET', '/api/unknown.json', 404],
    ['PUT', '/api/mo/uni.json', 405],
    ['GET', `/api/class/fvBD.json?query-target-filter=${'x'.repeat(9000)}`, 414],
    ['GET', '/api/mo/uni/tn-%E0%A4%A.json', 400],
  ])('answers %s %s with an HTML page and status %d', async (method, path, status) => {
    const simulator = await startTestController()

    const response = await fetch(`${simulator.url}${path}`, { method })

    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html'])
    expect(await response.text()).toContain(`<center><h1>${status}`)
  })

  it('are not raised by the front page, which is the login page', async () => {
    const simulator = await startTestController()

    const { status, type } = await read(simulator, '../')

    expect([status, type]).toEqual([200, 'text/html'])
  })
})
