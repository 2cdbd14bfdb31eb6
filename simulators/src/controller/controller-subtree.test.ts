import { describe, expect, it } from 'vitest'
import { sampleTree } from './testing/sample-tree.ts'
import { dnsOf, signIn, startTestController, type ReadObject } from './testing/test-client.ts'

async function start() {
  return signIn(await startTestController({ store: sampleTree() }))
}

/** `{fvBD: [{fvSubnet: []}]}` as `fvBD(fvSubnet)`, children sorted. */
function outline({ className, children }: ReadObject): string {
  const inner = children.map(outline).sort().join(' ')
  return inner === '' ? className : `${className}(${inner})`
}

const outlines = ({ objects }: { objects: readonly ReadObject[] }) => objects.map(outline).sort()

describe('rsp-subtree', () => {
  it('nests direct children, which carry an RN and no DN', async () => {
    const get = await start()

    const { objects } = await get('mo/uni/tn-a/BD-web.json', { 'rsp-subtree': 'children' })

    const children = objects[0]!.children
    expect(children.map(({ attributes }) => attributes['rn']).sort()).toEqual(['rsctx', 'subnet-[10.0.1.1/24]'])
    expect(children.some(({ attributes }) => 'dn' in attributes)).toBe(false)
    expect(objects[0]!.attributes).not.toHaveProperty('rn')
  })

  it('omits `children` when there are none or none were requested', async () => {
    const get = await start()

    const texts = [
      await get('mo/uni/tn-a/BD-web.json'),
      await get('mo/uni/tn-a/ctx-v.json', { 'rsp-subtree': 'full' }),
    ].map(({ text }) => text)

    expect(texts.some((text) => text.includes('children"'))).toBe(false)
  })

  it.each([
    [
      'everything except faults and health',
      { 'rsp-subtree': 'full' },
      ['fvAp(fvAEPg(fvCEp(fvIp fvIp)))', 'fvAp(fvAEPg(fvCEp))'],
    ],
    ['direct children only', { 'rsp-subtree': 'children' }, ['fvAp(fvAEPg)', 'fvAp(fvAEPg)']],
    [
      'a listed class and the connectors to it',
      { 'rsp-subtree': 'full', 'rsp-subtree-class': 'fvIp' },
      ['fvAp', 'fvAp(fvAEPg(fvCEp(fvIp fvIp)))'],
    ],
    [
      'the whole subtree of a listed object',
      { 'rsp-subtree': 'full', 'rsp-subtree-class': 'fvCEp' },
      ['fvAp(fvAEPg(fvCEp(fvIp fvIp)))', 'fvAp(fvAEPg(fvCEp))'],
    ],
    ['nothing deeper with children', { 'rsp-subtree': 'children', 'rsp-subtree-class': 'fvIp' }, ['fvAp', 'fvAp']],
    [
      'listed faults',
      { 'rsp-subtree': 'full', 'rsp-subtree-class': 'faultInst' },
      ['fvAp(fvAEPg(faultInst))', 'fvAp(fvAEPg(faultInst))'],
    ],
    [
      'only objects with a match when required',
      { 'rsp-subtree': 'full', 'rsp-subtree-class': 'fvIp', 'rsp-subtree-include': 'required' },
      ['fvAp(fvAEPg(fvCEp(fvIp fvIp)))'],
    ],
  ])('rsp-subtree returns %s', async (_, options, expected) => {
    const get = await start()

    const reading = await get('class/fvAp.json', options)

    expect(outlines(reading)).toEqual(expected)
    expect(reading.totalCount).toBe(String(expected.length))
  })

  it('finds an endpoint by its IP', async () => {
    const get = await start()

    const reading = await get('class/fvCEp.json', {
      'rsp-subtree': 'full',
      'rsp-subtree-include': 'required',
      'rsp-subtree-filter': 'eq(fvIp.addr,"10.0.0.5")',
    })

    expect([reading.totalCount, outlines(reading)]).toEqual(['1', ['fvCEp(fvIp)']])
    expect(reading.objects[0]!.children[0]!.attributes).toMatchObject({ rn: 'ip-[10.0.0.5]', addr: '10.0.0.5' })
  })

  it.each([
    ['without a class', { 'rsp-subtree-filter': 'eq(addr,"10.0.0.5")' }],
    ['with the queried class', { 'rsp-subtree-filter': 'eq(fvCEp.name,"x")' }],
    [
      'with a class that is not listed',
      { 'rsp-subtree-class': 'fvRsCEpToPathEp', 'rsp-subtree-filter': 'eq(fvIp.addr,"x")' },
    ],
  ])('refuses a filter %s with code 301', async (_, options) => {
    const get = await start()

    const { status, error } = await get('class/fvCEp.json', { 'rsp-subtree': 'full', ...options })

    expect([status, error?.code]).toEqual([400, '301'])
  })
})

describe('rsp-subtree-include', () => {
  it('counts instead of listing, with the filter applied', async () => {
    const get = await start()

    const { text } = await get('class/fvBD.json', {
      'query-target-filter': 'eq(fvBD.arpFlood,"yes")',
      'rsp-subtree-include': 'count',
    })

    expect(text).toBe(
      '{"totalCount":"1","imdata":[{"moCount":{"attributes":{"childAction":"","count":"2","dn":"","status":""}}}]}',
    )
  })

  it.each([
    [{ 'rsp-subtree-include': 'faults' }, ['fvAEPg(faultInst)', 'fvAEPg(faultInst)']],
    [{ 'rsp-subtree-include': 'health' }, ['fvAEPg(healthInst)', 'fvAEPg(healthInst)']],
    [
      { 'rsp-subtree': 'children', 'rsp-subtree-include': 'faults' },
      ['fvAEPg(faultInst fvCEp)', 'fvAEPg(faultInst fvCEp)'],
    ],
  ])('adds objects of the category with %j', async (options, expected) => {
    const get = await start()

    expect(outlines(await get('class/fvAEPg.json', options))).toEqual(expected)
  })

  it('returns faults without the objects they belong to', async () => {
    const get = await start()

    const direct = await get('class/fvAEPg.json', { 'rsp-subtree-include': 'faults,no-scoped' })
    const deep = await get('class/fvTenant.json', { 'rsp-subtree': 'full', 'rsp-subtree-include': 'faults,no-scoped' })

    const expected = ['uni/tn-a/ap-shop/epg-front/fault-F0467', 'uni/tn-b/ap-shop/epg-front/fault-F0467']
    expect([direct, deep].map((reading) => [reading.totalCount, dnsOf(reading).sort()])).toEqual(
      Array(2).fill(['2', expected]),
    )
  })

  it('returns relations with their targets, or only the targets', async () => {
    const get = await start()

    const nested = await get('mo/uni/tn-a/BD-web.json', { 'rsp-subtree-include': 'relations' })
    const targets = await get('mo/uni/tn-a/BD-web.json', { 'rsp-subtree-include': 'relations,no-scoped' })

    expect(outlines(nested)).toEqual(['fvBD(fvRsCtx(fvCtx))'])
    expect(nested.objects[0]!.children[0]!.children[0]!.attributes['dn']).toBe('uni/tn-a/ctx-v')
    expect(dnsOf(targets)).toEqual(['uni/tn-a/ctx-v'])
  })
})
