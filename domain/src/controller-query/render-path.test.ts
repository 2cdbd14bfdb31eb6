import { describe, expect, it } from 'vitest'
import type { ControllerFilter, ControllerQuery } from './controller-query.ts'
import { countQuery } from './count-query.ts'
import { readablePath, renderFilter, renderPath } from './render-path.ts'

const eq = (property: string, value: string, class_name = 'fvBD'): ControllerFilter => ({
  op: 'eq',
  class_name,
  property,
  value,
})
const ofClass = (filter?: ControllerFilter): ControllerQuery => ({
  target: { kind: 'class', class_name: 'fvBD' },
  order_by: 'fvBD',
  ...(filter && { filter }),
})

describe('renderFilter', () => {
  it.each<[ControllerFilter, string]>([
    [eq('name', 'web'), 'eq(fvBD.name,"web")'],
    [{ op: 'bw', class_name: 'fvBD', property: 'mtu', low: '1', high: '9' }, 'bw(fvBD.mtu,"1","9")'],
    [
      { op: 'anybit', class_name: 'vzEntry', property: 'tcpRules', value: 'ack,syn' },
      'anybit(vzEntry.tcpRules,"ack,syn")',
    ],
    [{ op: 'not', item: eq('name', 'web') }, 'not(eq(fvBD.name,"web"))'],
    [{ op: 'and', items: [eq('name', 'web')] }, 'eq(fvBD.name,"web")'],
    [
      { op: 'and', items: [eq('name', 'web'), { op: 'wcard', class_name: 'fvBD', property: 'dn', value: 'x' }] },
      'and(eq(fvBD.name,"web"),wcard(fvBD.dn,"x"))',
    ],
    [{ op: 'or', items: [] }, 'false'],
    [{ op: 'and', items: [] }, 'true'],
    [eq('descr', 'say "hi"'), String.raw`eq(fvBD.descr,"say \"hi\"")`],
  ])('renders %j as %s', (filter, text) => {
    expect(renderFilter(filter)).toBe(text)
  })

  it.each(['fvBD.name,"x"),or(eq(fvBD', 'name)', 'na me', '', 'n&m'])('rejects the property name %j', (property) => {
    expect(() => renderFilter(eq(property, 'x'))).toThrow('expected the name')
  })
})

describe('renderPath', () => {
  it('renders a class query with its parameters in a fixed order', () => {
    expect(renderPath(ofClass(eq('name', 'web')), { page: 0, size: 1000 })).toBe(
      '/api/class/fvBD.json?query-target-filter=eq(fvBD.name,%22web%22)&order-by=fvBD.dn&page=0&page-size=1000',
    )
  })

  it('renders a nested query below a DN', () => {
    const query: ControllerQuery = {
      target: { kind: 'mo', dn: 'uni/tn-A' },
      query_target: 'subtree',
      target_classes: ['fvBD', 'fvCtx'],
      subtree: { depth: 'full', classes: ['fvSubnet'], filter: eq('ip', '10.0.0.1/24', 'fvSubnet'), required: true },
      naming_only: true,
      order_by: 'fvBD',
    }

    expect(renderPath(query)).toBe(
      '/api/mo/uni/tn-A.json?query-target=subtree&target-subtree-class=fvBD,fvCtx&rsp-subtree=full&rsp-subtree-class=fvSubnet' +
        '&rsp-subtree-filter=eq(fvSubnet.ip,%2210.0.0.1/24%22)&rsp-subtree-include=required&rsp-prop-include=naming-only&order-by=fvBD.dn,fvCtx.dn',
    )
  })

  it.each([
    ['uni/tn-A/ap-app/epg-web/rspathAtt-[topology/pod-1/paths-101/pathep-[eth1/24]]', undefined],
    ['uni/tn-A/BD-a:b', undefined],
    ['uni/tn-a b', 'uni/tn-a%20b'],
    ['uni/tn-a"b', 'uni/tn-a%22b'],
    ['uni/tn-a#b?c%d+e', 'uni/tn-a%23b%3Fc%25d%2Be'],
    ['uni/tn-ä', 'uni/tn-%C3%A4'],
    ['uni/tn-\uD800', 'uni/tn-%EF%BF%BD'],
    ['uni/tn-a\nb', 'uni/tn-a%0Ab'],
  ])('renders the DN %j in a path', (dn, expected) => {
    expect(renderPath({ target: { kind: 'mo', dn }, order_by: 'fvBD' })).toBe(
      `/api/mo/${expected ?? dn}.json?order-by=fvBD.dn`,
    )
  })

  it.each(['fvBD/../../', 'fvBD?x=1', '', 'fvBD,fvCtx'])('rejects the class name %j', (class_name) => {
    expect(() => renderPath({ target: { kind: 'class', class_name }, order_by: 'fvBD' })).toThrow('expected the name')
  })
})

const HOSTILE = [
  '"),eq(fvBD.name,"x',
  '")',
  '\\',
  '\\"',
  'a\\")),or(true',
  'a&order-by=x',
  'a#b',
  'a%22b',
  'a+b c',
  'a,b)(c',
  '?a=b',
  '\n\r\t\0',
  '\uD800',
  '😀',
  '',
  '__proto__',
  '/../../x.json?',
]

describe('a value', () => {
  it.each(HOSTILE)('cannot change the structure of a request: %j', (value) => {
    const filter: ControllerFilter = {
      op: 'or',
      items: [
        eq('name', value),
        { op: 'not', item: { op: 'bw', class_name: 'fvBD', property: 'mtu', low: value, high: 'z' } },
      ],
    }

    const url = new URL(renderPath(ofClass(filter), { page: 1, size: 5 }), 'https://controller')

    expect([...url.searchParams.keys()]).toEqual(['query-target-filter', 'order-by', 'page', 'page-size'])
    expect(url.pathname).toBe('/api/class/fvBD.json')
    const sent = value.toWellFormed()
    expect(readBack(url.searchParams.get('query-target-filter') ?? '')).toEqual([
      'or',
      ['eq', 'fvBD.name', { text: sent }],
      ['not', ['bw', 'fvBD.mtu', { text: sent }, { text: 'z' }]],
    ])
  })
})

describe('describePath', () => {
  it('renders the request unencoded and without page parameters', () => {
    const query = ofClass({ op: 'and', items: [eq('name', 'a b%22"'), eq('descr', 'ä')] })

    expect(readablePath(query)).toBe(
      String.raw`/api/class/fvBD.json?query-target-filter=and(eq(fvBD.name,"a b%22\""),eq(fvBD.descr,"ä"))&order-by=fvBD.dn`,
    )
  })

  it('stays on one line', () => {
    expect(readablePath({ target: { kind: 'mo', dn: 'uni/tn-a\nb' }, order_by: 'fvBD' })).toBe(
      '/api/mo/uni/tn-a%0Ab.json?order-by=fvBD.dn',
    )
  })
})

describe('countQuery', () => {
  it('counts the same objects and asks for nothing else', () => {
    const query: ControllerQuery = {
      target: { kind: 'mo', dn: 'uni/tn-A' },
      query_target: 'subtree',
      target_classes: ['fvBD'],
      filter: eq('name', 'web'),
      subtree: { depth: 'children', classes: ['fvSubnet'], required: false },
      order_by: 'fvBD',
    }

    expect(countQuery(query)).toBe(
      '/api/mo/uni/tn-A.json?query-target=subtree&target-subtree-class=fvBD&query-target-filter=eq(fvBD.name,%22web%22)&rsp-subtree-include=count',
    )
  })
})

type Parsed = string | { readonly text: string } | readonly Parsed[]

/** A parser of the filter language that shares nothing with the renderer. */
function readBack(text: string): Parsed {
  let at = 0
  const parsed = expression()
  if (at !== text.length) throw new Error(`something follows the expression: ${text.slice(at)}`)
  return parsed

  function expression(): Parsed {
    if (text[at] === '"') return { text: quoted() }
    const word = /^[\w.]+/.exec(text.slice(at))?.[0] ?? ''
    at += word.length
    if (word === '' || text[at] !== '(') return word
    const items: Parsed[] = [word]
    do {
      at++
      items.push(expression())
    } while (text[at] === ',')
    if (text[at] !== ')') throw new Error(`expected a closing bracket at ${at} of ${text}`)
    at++
    return items
  }

  function quoted(): string {
    let value = ''
    for (at++; text[at] !== '"'; at++) {
      if (at >= text.length) throw new Error('a quote is not closed')
      if (text[at] === '\\') at++
      value += text.charAt(at)
    }
    at++
    return value
  }
}
