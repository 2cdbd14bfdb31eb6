import { describe, expect, it } from 'vitest'
import { parseCount } from './count-query.ts'
import { parseAnswer } from './parse-answer.ts'

const answer = (...imdata: unknown[]) => ({ totalCount: String(imdata.length), imdata })

describe('parseAnswer', () => {
  it('parses objects with their class, DN and attributes, and the total of all pages', () => {
    const json = { totalCount: '205', imdata: [{ fvBD: { attributes: { dn: 'uni/tn-A/BD-web', name: 'web' } } }] }

    expect(parseAnswer(json)).toEqual({
      ok: true,
      total: 205,
      objects: [
        { class_name: 'fvBD', dn: 'uni/tn-A/BD-web', attributes: { dn: 'uni/tn-A/BD-web', name: 'web' }, children: [] },
      ],
    })
  })

  it('keeps the attributes as received, without copying them', () => {
    const attributes = { dn: 'uni/tn-A', name: 'A' }

    const parsed = parseAnswer(answer({ fvTenant: { attributes } }))

    expect(parsed.ok && parsed.objects[0]?.attributes).toBe(attributes)
  })

  it('derives the DN of nested children', () => {
    const bd = {
      attributes: { dn: 'uni/tn-A/BD-web' },
      children: [
        {
          fvSubnet: {
            attributes: { rn: 'subnet-[10.0.0.1/24]' },
            children: [{ tagTag: { attributes: { rn: 'tagKey-x', dn: '' } } }],
          },
        },
        { fvRsCtx: { attributes: { dn: 'uni/tn-A/BD-web/rsctx', rn: 'other' } } },
        { fvRsBDToOut: { attributes: { tnL3extOutName: 'core' } } },
      ],
    }

    const parsed = parseAnswer(answer({ fvBD: bd }), (name) =>
      name === 'fvRsBDToOut' ? 'rsBDToOut-{tnL3extOutName}' : undefined,
    )

    const children = parsed.ok ? (parsed.objects[0]?.children ?? []) : []
    expect(children.map((child) => [child.dn, child.attributes['dn']])).toEqual([
      ['uni/tn-A/BD-web/subnet-[10.0.0.1/24]', 'uni/tn-A/BD-web/subnet-[10.0.0.1/24]'],
      ['uni/tn-A/BD-web/rsctx', 'uni/tn-A/BD-web/rsctx'],
      ['uni/tn-A/BD-web/rsBDToOut-core', 'uni/tn-A/BD-web/rsBDToOut-core'],
    ])
    expect(children[0]?.children[0]?.dn).toBe('uni/tn-A/BD-web/subnet-[10.0.0.1/24]/tagKey-x')
  })

  it('invents no DN', () => {
    const nameless = { children: [{ fvSubnet: { attributes: { rn: 'subnet-[10.0.0.1/24]' } } }] }

    const parsed = parseAnswer(
      answer({ moCount: nameless }, { fvBD: { attributes: { dn: 'uni' }, children: [{ faultCounts: {} }] } }),
    )

    const children = parsed.ok ? parsed.objects.flatMap((object) => object.children) : []
    expect(children.map((child) => child.dn)).toEqual(['', ''])
  })

  it('does not prefix the DN of children of the root', () => {
    const parsed = parseAnswer(
      answer({ topRoot: { attributes: { dn: '' }, children: [{ polUni: { attributes: { rn: 'uni' } } }] } }),
    )

    expect(parsed.ok && parsed.objects[0]?.children[0]?.dn).toBe('uni')
  })

  it('converts values that are not strings into strings', () => {
    const parsed = parseAnswer(
      answer({ fvBD: { attributes: { dn: 'uni', mtu: 9000, arpFlood: true, descr: null, list: ['a'] } } }),
    )

    expect(parsed.ok && parsed.objects[0]?.attributes).toEqual({
      dn: 'uni',
      mtu: '9000',
      arpFlood: 'true',
      descr: '',
      list: '["a"]',
    })
  })

  it("returns the controller's own error message", () => {
    const error = { error: { attributes: { code: '121', text: "Prop 'x' not found in class 'fvBD' property table" } } }

    expect(parseAnswer(answer(error))).toEqual({
      ok: false,
      code: '121',
      text: "Prop 'x' not found in class 'fvBD' property table",
    })
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a string', '<html>503</html>'],
    ['a list', []],
    ['no imdata', { totalCount: '0' }],
    ['imdata that is an object', { imdata: {} }],
    ['an object without a class', answer({})],
    ['an object of two classes', answer({ fvBD: {}, fvCtx: {} })],
    ['a null object', answer(null)],
    ['a null body', answer({ fvBD: null })],
    ['attributes that are a list', answer({ fvBD: { attributes: [] } })],
    ['children that are a string', answer({ fvBD: { attributes: {}, children: 'none' } })],
    ['a broken child', answer({ fvBD: { attributes: {}, children: [7] } })],
    ['a total that is not a number', { totalCount: 'many', imdata: [] }],
    ['a negative total', { totalCount: '-1', imdata: [] }],
  ])('reports %s as malformed', (_, json) => {
    expect(parseAnswer(json)).toMatchObject({ ok: false, code: 'malformed' })
  })

  it('reports hostile nesting instead of overflowing the stack', () => {
    let nested: unknown = { fvBD: { attributes: {} } }
    for (let depth = 0; depth < 20_000; depth++) nested = { fvBD: { attributes: {}, children: [nested] } }

    expect(parseAnswer(answer(nested))).toMatchObject({ ok: false, code: 'malformed' })
  })

  it('keeps hostile names as plain data', () => {
    const json: unknown = JSON.parse('{"imdata":[{"__proto__":{"attributes":{"__proto__":"x","dn":"uni","n":1}}}]}')

    const parsed = parseAnswer(json)

    expect(parsed).toMatchObject({ ok: true, total: 1 })
    expect(parsed.ok && parsed.objects[0]?.class_name).toBe('__proto__')
    expect(parsed.ok && Object.entries(parsed.objects[0]?.attributes ?? {})).toContainEqual(['__proto__', 'x'])
  })

  it('parses a page of ten thousand objects', () => {
    const attributes = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`prop${index}`, `value${index}`]))
    const json = answer(
      ...Array.from({ length: 10_000 }, (_, index) => ({
        fvBD: { attributes: { ...attributes, dn: `uni/BD-${index}` } },
      })),
    )

    const parsed = parseAnswer(json)

    expect(parsed.ok && parsed.objects.length).toBe(10_000)
  })
})

describe('parseCount', () => {
  it.each([
    ['12', 12],
    ['', undefined],
    ['many', undefined],
  ])('parses the count %j', (count, expected) => {
    expect(parseCount(answer({ moCount: { attributes: { count, dn: '' } } }))).toBe(expected)
  })

  it('finds no count in an error', () => {
    expect(parseCount(answer({ error: { attributes: { code: '400', text: 'no' } } }))).toBeUndefined()
  })
})
