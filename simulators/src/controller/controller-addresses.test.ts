import { describe, expect, it } from 'vitest'
import { sampleTree } from './testing/sample-tree.ts'
import { dnsOf, signIn, startTestController } from './testing/test-client.ts'

async function start() {
  return signIn(await startTestController({ store: sampleTree() }))
}

describe('addresses', () => {
  it.each([
    ['class/fvTenant.json', ['uni/tn-a', 'uni/tn-b']],
    ['node/class/fvTenant.json', ['uni/tn-a', 'uni/tn-b']],
    ['class/fvTenant,fvCtx.json', ['uni/tn-a', 'uni/tn-a/ctx-v', 'uni/tn-b']],
    ['node/class/uni/tn-a/fvBD.json', ['uni/tn-a/BD-app', 'uni/tn-a/BD-web']],
    ['node/class/uni/tn-none/fvBD.json', []],
    ['class/fvEPg.json', ['uni/tn-a/ap-shop/epg-front', 'uni/tn-b/ap-shop/epg-front']],
    ['class/vzBrCP.json', []],
    ['mo/uni/tn-a.json', ['uni/tn-a']],
    ['node/mo/uni/tn-a/BD-web/subnet-[10.0.1.1/24].json', ['uni/tn-a/BD-web/subnet-[10.0.1.1/24]']],
    ['mo/uni.json', ['uni']],
  ])('resolves %s to the objects %j', async (path, dns) => {
    const get = await start()

    const { status, totalCount, objects } = await get(path)

    expect([status, totalCount, dnsOf({ objects }).sort()]).toEqual([200, String(dns.length), dns])
  })

  it('answers 200 without objects for a well-formed DN that does not exist', async () => {
    const get = await start()

    const { status, text } = await get('mo/uni/tn-none/BD-x/rsbd.json')

    expect([status, text]).toEqual([200, '{"totalCount":"0","imdata":[]}'])
  })

  it.each([
    ['uni/tn-a/BD-[x', 'BD-[x', 9],
    ['uni//tn-a', 'tn-a', 5],
    ['unii/tn-a', 'unii', 0],
    ['uni/tnn-a', 'tnn-a', 4],
    ['uni/tn-a/-b', '-b', 9],
  ])('refuses the malformed DN %s with code 107', async (dn, rn, position) => {
    const get = await start()

    const { status, error } = await get(`mo/${dn}.json`)

    expect(status).toBe(400)
    expect(error).toEqual({ code: '107', text: `Invalid DN ${dn}, wrong rn prefix ${rn} at position ${position}` })
  })

  it('reads a DN whose characters are percent-encoded', async () => {
    const simulator = await startTestController({ store: sampleTree() })
    simulator.store.add('fvTenant', 'uni/tn-é #1?')
    const get = await signIn(simulator)

    const reading = await get('mo/uni/tn-é #1?.json')

    expect(dnsOf(reading)).toEqual(['uni/tn-é #1?'])
  })
})

describe('query-target', () => {
  it.each([
    [{ 'query-target': 'self' }, ['uni/tn-a']],
    [{ 'query-target': 'children' }, ['uni/tn-a/BD-app', 'uni/tn-a/BD-web', 'uni/tn-a/ap-shop', 'uni/tn-a/ctx-v']],
    [{ 'query-target': 'children', 'target-subtree-class': 'fvAp,fvCtx' }, ['uni/tn-a/ap-shop', 'uni/tn-a/ctx-v']],
    [
      { 'query-target': 'subtree', 'target-subtree-class': 'fvTenant,fvSubnet' },
      ['uni/tn-a', 'uni/tn-a/BD-app/subnet-[10.0.0.1/24]', 'uni/tn-a/BD-web/subnet-[10.0.1.1/24]'],
    ],
    [{ 'target-subtree-class': 'fvCtx' }, ['uni/tn-a/ctx-v']],
    [{ 'query-target': 'subtree', 'query-target-filter': 'eq(fvBD.arpFlood,"yes")' }, ['uni/tn-a/BD-app']],
  ])('finds, with %j on a tenant, the objects %j', async (options, dns) => {
    const get = await start()

    const reading = await get('mo/uni/tn-a.json', options)

    expect(dnsOf(reading).sort()).toEqual(dns)
  })

  it('starts at all objects of a class and returns each found object once', async () => {
    const get = await start()

    const reading = await get('class/fvTenant,fvBD.json', {
      'query-target': 'subtree',
      'target-subtree-class': 'fvSubnet',
    })

    expect([reading.totalCount, new Set(dnsOf(reading)).size]).toEqual(['4', 4])
  })
})

describe('the envelope', () => {
  it('holds attributes as strings in alphabetical order, and totalCount as a string', async () => {
    const get = await start()

    const { objects, text } = await get('mo/uni/tn-a/BD-web.json')

    const names = Object.keys(objects[0]!.attributes)
    expect(names).toEqual([...names].sort())
    expect(Object.values(objects[0]!.attributes).every((value) => typeof value === 'string')).toBe(true)
    expect(names).toEqual(expect.arrayContaining(['modTs', 'uid', 'status', 'childAction', 'lcOwn', 'monPolDn', 'dn']))
    expect(text.startsWith('{"totalCount":"1","imdata":[{"fvBD":{"attributes":{"OptimizeWanBandwidth":')).toBe(true)
  })

  it('never shows a secret', async () => {
    const simulator = await startTestController()
    simulator.store.add('vmmUsrAccP', 'uni/vmmp-VMware/dom-d/usracc-u', { usr: 'svc', pwd: 'hidden' })
    const get = await signIn(simulator)

    const { objects, text } = await get('class/vmmUsrAccP.json')

    expect(objects[0]?.attributes).toMatchObject({ usr: 'svc' })
    expect(text).not.toMatch(/pwd|hidden/)
  })

  it('carries a subscription id when requested', async () => {
    const get = await start()

    const { text } = await get('class/fvTenant.json', { subscription: 'yes' })

    expect(JSON.parse(text)).toHaveProperty('subscriptionId')
  })
})

describe('rsp-prop-include', () => {
  it('naming-only shows naming properties and the DN', async () => {
    const get = await start()

    const { objects } = await get('mo/uni/tn-a/BD-web.json', { 'rsp-prop-include': 'naming-only' })

    expect(objects[0]?.attributes).toEqual({ dn: 'uni/tn-a/BD-web', name: 'web' })
  })

  it('config-only omits read-only properties and objects that cannot be configured', async () => {
    const get = await start()

    const { objects } = await get('mo/uni/tn-a.json', { 'query-target': 'subtree', 'rsp-prop-include': 'config-only' })

    const domain = objects.find(({ attributes }) => attributes['dn'] === 'uni/tn-a/BD-web')
    expect(objects.map(({ className }) => className)).not.toContain('faultInst')
    expect(domain?.attributes).toHaveProperty('arpFlood')
    expect(domain?.attributes).not.toHaveProperty('modTs')
  })
})
