import { describe, expect, it } from 'vitest'
import type { Canvas } from '../canvas/canvas.ts'
import { documentModel } from '../testing/document-model.ts'
import { knownModel } from '../mim/known-model.ts'
import { canvas, edge, node } from '../testing/canvas-builder.ts'
import { classInfo } from '../testing/class-info.ts'
import { describeFetches } from '../testing/describe-fetches.ts'
import { smallMim } from '../testing/small-mim.ts'
import { planQuery } from './plan-query.ts'
import type { TableOptions } from './source-tables.ts'

const filtered = (property: string, operator: 'eq' | 'contains' | 'starts_with' | 'matches', value: string) => ({
  filters: [{ property, operator, value }],
})
const named = (name: string) => filtered('name', 'eq', name)
const plan = (query: Canvas, options: Partial<TableOptions> = {}) => planQuery(query, { model: knownModel, ...options })
const fetches = (query: Canvas, options: Partial<TableOptions> = {}) => describeFetches(plan(query, options))

describe('the plan of a single class', () => {
  it.each([
    ['reads the whole class in DN order', {}, '/api/class/fvBD.json?order-by=fvBD.dn'],
    [
      'leaves out properties that are not used',
      { properties: ['name'] },
      '/api/class/fvBD.json?rsp-prop-include=naming-only&order-by=fvBD.dn',
    ],
    [
      'asks for all properties when one is not a naming property',
      { properties: ['name', 'mtu'] },
      '/api/class/fvBD.json?order-by=fvBD.dn',
    ],
    [
      'searches below a scope',
      { scope_dn: 'uni/tn-a' },
      '/api/mo/uni/tn-a.json?query-target=subtree&target-subtree-class=fvBD&order-by=fvBD.dn',
    ],
    [
      'lets the controller check a filter',
      named('web'),
      '/api/class/fvBD.json?query-target-filter=eq(fvBD.name,"web")&order-by=fvBD.dn',
    ],
  ])('builds one query that %s', (_, parts, path) => {
    expect(fetches(canvas([node('bd', 'fvBD', parts)]))).toEqual([`bd: ${path}`])
  })

  it.each([
    ['nothing when the controller checks the filter exactly', named('web'), 'eq(fvBD.name,"web")', undefined],
    [
      'a filter the controller checks only loosely',
      filtered('name', 'starts_with', 'web'),
      'wcard(fvBD.name,"web")',
      'name starts_with "web"',
    ],
    ['a filter the controller cannot check', filtered('name', 'matches', '^w'), undefined, 'name matches "^w"'],
  ])('checks locally %s', (_, parts, pushed_filter, local_filter) => {
    const [step] = plan(canvas([node('bd', 'fvBD', parts)])).steps

    expect({ pushed: step?.pushed_filter, local: step?.local_filter }).toEqual({
      pushed: pushed_filter,
      local: local_filter,
    })
  })

  it('does not make a query naming-only when a local filter uses another property', () => {
    const [step] = plan(
      canvas([node('bd', 'fvBD', { properties: ['name'], ...filtered('descr', 'matches', 'x') })]),
    ).steps

    expect(step?.request).not.toContain('naming-only')
  })
})

describe('the plan of a containment chain', () => {
  const chain = (tenant: object, bd: object, subnet: object) =>
    canvas(
      [node('t', 'fvTenant', tenant), node('bd', 'fvBD', bd), node('s', 'fvSubnet', subnet)],
      [edge('t → bd'), edge('bd → s')],
    )

  it('reads everything below an exactly named tenant in parallel', () => {
    const query = chain(named('a'), {}, {})

    expect(fetches(query)).toEqual([
      't: /api/class/fvTenant.json?query-target-filter=eq(fvTenant.name,"a")&rsp-prop-include=naming-only&order-by=fvTenant.dn',
      'bd: /api/mo/uni/tn-a.json?query-target=subtree&target-subtree-class=fvBD&rsp-prop-include=naming-only&order-by=fvBD.dn',
      's: /api/mo/uni/tn-a.json?query-target=subtree&target-subtree-class=fvSubnet&order-by=fvSubnet.dn',
    ])
    expect(plan(query).fetches.map(({ after }) => after)).toEqual([[], [], []])
  })

  it.each([
    ['is a number, which has several spellings', { filters: [{ property: 'name', operator: 'eq', value: 5 }] }],
    ['could be cut into other RNs', named('a/BD-b')],
    [
      'is one of several',
      {
        filters: [
          {
            any: [
              { property: 'name', operator: 'eq', value: 'a' },
              { property: 'name', operator: 'eq', value: 'b' },
            ],
          },
        ],
      },
    ],
  ])('does not derive the DN of a tenant whose name %s', (_, tenant) => {
    expect(fetches(chain(tenant, {}, {})).filter((text) => text.includes('/api/mo/'))).toEqual([])
  })

  it('derives the DN of a tenant whose name is text that looks like a number', () => {
    expect(
      fetches(chain(named('1.10'), {}, {})).filter((text) => text.includes('/api/mo/uni/tn-1.10.json')),
    ).toHaveLength(2)
  })

  it('passes a scope down to contained tables', () => {
    expect(
      fetches(chain({ scope_dn: 'uni/tn-a' }, {}, {})).every((text) => text.includes('/api/mo/uni/tn-a.json')),
    ).toBe(true)
  })

  it('keeps the narrower one of two scopes', () => {
    const query = chain({}, { scope_dn: 'uni/tn-a' }, { scope_dn: 'uni/tn-a/BD-b' })

    expect(plan(query).fetches.flatMap(({ tables }) => tables.map(({ id, scope_dn }) => [id, scope_dn]))).toEqual(
      expect.arrayContaining([
        ['t', undefined],
        ['bd', 'uni/tn-a'],
        ['s', 'uni/tn-a/BD-b'],
      ]),
    )
  })

  it('searches below the few tenants that pass a filter', () => {
    const query = chain(filtered('name', 'contains', 'a'), {}, {})

    expect(fetches(query)).toEqual([
      't: /api/class/fvTenant.json?query-target-filter=wcard(fvTenant.name,"a")&rsp-prop-include=naming-only&order-by=fvTenant.dn',
      'bd below t (any), at most 20, else /api/class/fvBD.json?rsp-prop-include=naming-only&order-by=fvBD.dn',
      's below t (any), at most 20, else /api/class/fvSubnet.json?order-by=fvSubnet.dn',
    ])
    expect(plan(query).fetches.map(({ after }) => after)).toEqual([[], [0], [0]])
  })

  it('looks up all levels above a selective leaf in parallel', () => {
    const query = chain({}, {}, filtered('ip', 'eq', '10.0.0.1/24'))

    expect(fetches(query)).toEqual([
      's: /api/class/fvSubnet.json?query-target-filter=eq(fvSubnet.ip,"10.0.0.1/24")&order-by=fvSubnet.dn',
      'bd above s (any, BD-), at most 200, else /api/class/fvBD.json?rsp-prop-include=naming-only&order-by=fvBD.dn',
      't above s (any, tn-), at most 200, else /api/class/fvTenant.json?rsp-prop-include=naming-only&order-by=fvTenant.dn',
    ])
    expect(plan(query).fetches.map(({ after }) => after)).toEqual([[], [0], [0]])
  })

  it('reads whole classes in parallel when nothing narrows them', () => {
    expect(fetches(chain({}, {}, {}))).toEqual([
      't: /api/class/fvTenant.json?rsp-prop-include=naming-only&order-by=fvTenant.dn',
      'bd: /api/class/fvBD.json?rsp-prop-include=naming-only&order-by=fvBD.dn',
      's: /api/class/fvSubnet.json?order-by=fvSubnet.dn',
    ])
  })

  it('prefers counted sizes to typical ones', () => {
    const query = chain({}, filtered('name', 'contains', 'web'), {})
    const kinds = (sizes: TableOptions['sizes']) => plan(query, { sizes }).fetches.map(({ access }) => access.kind)

    expect(kinds(undefined)).toContain('nested')
    expect(kinds(() => 500_000)).toEqual(['query', 'query', 'query'])
  })
})

describe('the plan of a parent with few children', () => {
  const pair = (bd: object, subnet: object = {}, parts: object = {}) =>
    canvas([node('bd', 'fvBD', bd), node('s', 'fvSubnet', subnet)], [edge('bd → s', parts)])
  const path = (subtree: string) =>
    `bd+s: /api/class/fvBD.json?query-target-filter=eq(fvBD.name,"web")&${subtree}&order-by=fvBD.dn`

  it.each([
    ['at any depth', {}, {}, 'rsp-subtree=full&rsp-subtree-class=fvSubnet&rsp-subtree-include=required'],
    [
      'at depth child',
      {},
      { depth: 'child' },
      'rsp-subtree=children&rsp-subtree-class=fvSubnet&rsp-subtree-include=required',
    ],
    [
      'that may be missing and so are not required',
      {},
      { join: 'left', depth: 'child' },
      'rsp-subtree=children&rsp-subtree-class=fvSubnet',
    ],
    [
      'that must be missing and so are not required',
      {},
      { join: 'without', depth: 'child' },
      'rsp-subtree=children&rsp-subtree-class=fvSubnet',
    ],
    [
      'with a filter',
      filtered('scope', 'eq', 'public'),
      { depth: 'child' },
      'rsp-subtree=children&rsp-subtree-class=fvSubnet&rsp-subtree-filter=eq(fvSubnet.scope,"public")&rsp-subtree-include=required',
    ],
    [
      'with a filter the controller checks only loosely, which is not sent',
      filtered('scope', 'starts_with', 'public'),
      { depth: 'child' },
      'rsp-subtree=children&rsp-subtree-class=fvSubnet&rsp-subtree-include=required',
    ],
  ])('reads both in one request: children %s', (_, subnet, parts, subtree) => {
    expect(fetches(pair(named('web'), subnet, parts))).toEqual([path(subtree)])
  })

  it('checks filters of nested objects here as well', () => {
    const { fetches: read } = plan(pair(named('web'), filtered('scope', 'eq', 'public'), { depth: 'child' }))

    expect(read[0]?.tables[1]?.local).toEqual({ property: 'scope', operator: 'eq', value: 'public' })
  })

  it('reads several classes at once, without a filter on them', () => {
    const query = canvas(
      [
        node('bd', 'fvBD', named('web')),
        node('s', 'fvSubnet', filtered('scope', 'eq', 'public')),
        node('l', 'dhcpLbl'),
      ],
      [edge('bd → s', { depth: 'child' }), edge('bd → l', { depth: 'child', join: 'left' })],
    )

    expect(fetches(query)).toEqual([
      'bd+s+l: /api/class/fvBD.json?query-target-filter=eq(fvBD.name,"web")&rsp-subtree=children&rsp-subtree-class=fvSubnet,dhcpLbl&rsp-subtree-include=required&order-by=fvBD.dn',
    ])
    expect(plan(query).fetches[0]?.tables[1]?.local).toEqual({ property: 'scope', operator: 'eq', value: 'public' })
  })

  it('does not nest a child that has its own scope', () => {
    expect(plan(pair(named('web'), { scope_dn: 'uni/tn-a' })).fetches.map(({ access }) => access.kind)).not.toContain(
      'nested',
    )
  })
})

describe('the plan of a filter with many values', () => {
  const many = (length: number) => Array.from({ length }, (_, index) => `bd-${index}`)
  const listed = (length: number, parts: object = {}) =>
    canvas([node('bd', 'fvBD', { filters: [{ property: 'name', operator: 'in', value: many(length) }], ...parts })])

  it('reads them in several requests of at most 20 predicates, and checks them here', () => {
    const { fetches: read, text } = plan(listed(50), { sizes: () => 25_000 })

    const groups = read[0]?.access.kind === 'query' ? (read[0].access.groups ?? []) : []
    expect(groups.map((group) => ('items' in group ? group.items.length : 1))).toEqual([20, 20, 10])
    expect(read[0]?.tables[0]?.local).toMatchObject({ operator: 'in' })
    expect(text).toContain('all objects with one of its many values, in 3 requests')
  })

  it('leaves room for the other filters of each request', () => {
    const filters = [
      { property: 'name', operator: 'in', value: many(50) },
      { property: 'scope', operator: 'eq', value: 'x' },
    ] as const
    const read = fetches(listed(50, { filters }), { sizes: () => 25_000 })

    expect(read[0]?.split('and(eq(fvBD.scope,"x"),or(')).toHaveLength(1 + 3)
  })

  it.each([
    ['text', many(15), 0],
    ['numbers, which need two predicates each', many(15).map((_, index) => index), 2],
  ])('reads 15 values that are %s in one request if they fit', (_, value, requests) => {
    const filters = [{ property: 'name', operator: 'in', value }] as const
    const [read] = plan(listed(0, { filters }), { sizes: () => 25_000 }).fetches

    expect(read?.access.kind === 'query' && (read.access.groups ?? [])).toHaveLength(requests)
    expect(read?.tables[0]?.pushed === undefined).toBe(requests > 0)
  })

  it.each([
    ['it is small', listed(50), 40],
    ['there are too many values', listed(1_001), 1_000_000],
    [
      'a value cannot be sent',
      canvas([node('bd', 'fvBD', { filters: [{ property: 'name', operator: 'in', value: [...many(30), '\\'] }] })]),
      25_000,
    ],
  ])('reads the whole class when %s', (_, query, size) => {
    expect(fetches(query, { sizes: () => size })).toEqual([
      expect.stringMatching(/^bd: \/api\/class\/fvBD\.json\?(?!query-target-filter)/),
    ])
  })

  it('does not stop early, as its requests are not in order', () => {
    const limited = {
      ...listed(50),
      post_processors: [{ id: 'l', type: 'limit', enabled: true, config: { count: 5 } }],
    }

    expect(plan(limited, { sizes: () => 25_000 }).stop_after_rows).toBeUndefined()
  })
})

it.each([
  ['fvBD', ['fvTenant']],
  ['l1PhysIf', ['fabricNode']],
  ['fvTenant', []],
])('a plan names the classes that divide %s, should it be too big: %j', (className, classes) => {
  expect(plan(canvas([node('x', className)])).fetches[0]?.split_by).toEqual(classes)
})

describe('the plan of a parent with children of an abstract class', () => {
  const faults = { contained_by: new Set(['fvBD']), super_classes: ['faultInfo'] }
  const model = documentModel([
    classInfo('fvBD', { rn_format: 'BD-{name}', naming: ['name'] }),
    classInfo('faultInfo', { is_abstract: true }),
    classInfo('faultInst', { ...faults, rn_format: 'fault-{code}', naming: ['code'] }),
    classInfo('faultDelegate', { ...faults, rn_format: 'fd-[{affected}]-fault-{code}', naming: ['affected', 'code'] }),
  ])
  const query = (other: string) =>
    canvas(
      [node('bd', 'fvBD', named('web')), node('f', other, { properties: ['severity'] })],
      [edge('bd → f', { depth: 'child' })],
    )

  it('nests them with the classes and RN formats of its subclasses', () => {
    const [only, ...others] = plan(query('faultInfo'), { model }).fetches

    expect([only?.tables[1]?.member_classes, others]).toEqual([['faultInst', 'faultDelegate'], []])
    expect(only?.access).toMatchObject({
      kind: 'nested',
      rn_formats: { faultInst: 'fault-{code}', faultDelegate: 'fd-[{affected}]-fault-{code}' },
    })
  })

  it('reads them with a query of its own when the subclasses are not known', () => {
    expect(plan(query('faultInfo')).fetches.map(({ access }) => access.kind)).not.toContain('nested')
  })

  it('does not nest two classes that share objects', () => {
    const nodes = [node('bd', 'fvBD', named('web')), node('f', 'faultInfo'), node('i', 'faultInst')]
    const both = canvas(nodes, [edge('bd → f', { depth: 'child' }), edge('bd → i', { depth: 'child' })])

    expect(plan(both, { model }).fetches.map(({ access }) => access.kind)).not.toContain('nested')
  })
})

describe('the plan of a left or without edge', () => {
  it.each(['left', 'without'] as const)('does not narrow the kept side of a %s edge', (join) => {
    const subnet = filtered('ip', 'eq', '10.0.0.1/24')
    const query = canvas(
      [node('bd', 'fvBD', { properties: ['mtu'] }), node('s', 'fvSubnet', subnet)],
      [edge('bd → s', { join })],
    )

    expect(fetches(query)).toContain('bd: /api/class/fvBD.json?order-by=fvBD.dn')
  })

  it('narrows the side that is looked for', () => {
    const query = canvas(
      [node('t', 'fvTenant', filtered('name', 'contains', 'a')), node('bd', 'fvBD')],
      [edge('t → bd', { join: 'left' })],
    )

    expect(fetches(query)[1]).toMatch(/^bd below t \(any\)/)
  })
})

describe('the plan of a reference', () => {
  const toCtx = (bd: object, ctx: object, parts: object = {}) =>
    canvas([node('bd', 'fvBD', bd), node('ctx', 'fvCtx', ctx)], [edge('bd → ctx', { through: 'fvRsCtx', ...parts })])

  it('reads relation objects inside their holders, then the targets they name', () => {
    const query = toCtx(named('web'), {})

    expect(fetches(query)).toEqual([
      'bd+bd-ctx:fvRsCtx: /api/class/fvBD.json?query-target-filter=eq(fvBD.name,"web")&rsp-subtree=children&rsp-subtree-class=fvRsCtx&rsp-subtree-include=required&order-by=fvBD.dn',
      'ctx where dn is tDn of bd-ctx:fvRsCtx, at most 200, else /api/class/fvCtx.json?order-by=fvCtx.dn',
    ])
    expect(plan(query).joins).toEqual([
      {
        edge_id: 'bd-ctx',
        left: 'bd-ctx:fvRsCtx',
        right: 'ctx',
        on: { kind: 'equal', left: 'tDn', right: 'dn' },
        join: 'inner',
      },
      { edge_id: 'bd-ctx', left: 'bd', right: 'bd-ctx:fvRsCtx', on: { kind: 'child' }, join: 'inner' },
    ])
  })

  it('starts from a selective target', () => {
    expect(fetches(toCtx({}, named('v')))).toEqual([
      'ctx: /api/class/fvCtx.json?query-target-filter=eq(fvCtx.name,"v")&order-by=fvCtx.dn',
      'bd-ctx:fvRsCtx where tDn is dn of ctx, at most 200, else /api/class/fvRsCtx.json?order-by=fvRsCtx.dn',
      'bd above bd-ctx:fvRsCtx (child, BD-), at most 200, else /api/class/fvBD.json?rsp-prop-include=naming-only&order-by=fvBD.dn',
    ])
  })

  it('finds the relation objects at the target when the target holds them', () => {
    const query = canvas(
      [node('ctx', 'fvCtx', named('v')), node('bd', 'fvBD')],
      [edge('ctx → bd', { through: 'fvRsCtx', join: 'left' })],
    )

    expect(plan(query).joins).toEqual([
      { edge_id: 'ctx-bd', left: 'ctx-bd:fvRsCtx', right: 'bd', on: { kind: 'parent' }, join: 'inner' },
      {
        edge_id: 'ctx-bd',
        left: 'ctx',
        right: 'ctx-bd:fvRsCtx',
        on: { kind: 'equal', left: 'dn', right: 'tDn' },
        join: 'left',
      },
    ])
    expect(fetches(query)).toEqual([
      'ctx: /api/class/fvCtx.json?query-target-filter=eq(fvCtx.name,"v")&rsp-prop-include=naming-only&order-by=fvCtx.dn',
      'ctx-bd:fvRsCtx where tDn is dn of ctx, at most 200, else /api/class/fvRsCtx.json?order-by=fvRsCtx.dn',
      'bd above ctx-bd:fvRsCtx (child, BD-), at most 200, else /api/class/fvBD.json?order-by=fvBD.dn',
    ])
  })

  it('accepts either end as holder of an unknown relation', () => {
    const query = canvas([node('a', 'fooA', named('v')), node('b', 'fooB')], [edge('a → b', { through: 'fooRsB' })])

    expect(plan(query).joins.map(({ on }) => on)).toEqual([
      { kind: 'relation_end', relation: 'left' },
      { kind: 'relation_end', relation: 'right' },
    ])
    expect(fetches(query)).toEqual([
      'a: /api/class/fooA.json?query-target-filter=eq(fooA.name,"v")&order-by=fooA.dn',
      'a-b:fooRsB: /api/class/fooRsB.json?order-by=fooRsB.dn',
      'b: /api/class/fooB.json?order-by=fooB.dn',
    ])
  })

  it('keeps only the properties of relation objects that joins use', () => {
    const tables = plan(toCtx({}, {})).fetches.flatMap(({ tables: read }) => read)

    expect(tables.find(({ id }) => id === 'bd-ctx:fvRsCtx')?.properties).toEqual(['dn', 'tDn'])
  })

  it('reads both sides of 50,000 objects in full and in parallel when nothing narrows them', () => {
    const sizes = () => 50_000

    expect(plan(toCtx({}, {}), { sizes }).fetches.map(({ access, after }) => [access.kind, after])).toEqual([
      ['query', []],
      ['query', []],
      ['query', []],
    ])
  })

  it('uses relation classes that only the installed MIM knows', () => {
    const query = canvas([node('bd', 'fvBD'), node('ctx', 'fvCtx')], [edge('bd → ctx')])

    expect(plan(query, { model: smallMim }).joins[0]).toMatchObject({ left: 'bd-ctx:fvRsCtx', right: 'ctx' })
  })
})

describe('the plan of a match', () => {
  it('asks for equal values only', () => {
    const query = canvas(
      [node('a', 'fvCtx', named('x')), node('b', 'fvBD')],
      [edge('a → b', { kind: 'match', on: { source: 'name', target: 'descr' } })],
    )

    expect(fetches(query)[1]).toBe(
      'b where descr is name of a, at most 200, else /api/class/fvBD.json?order-by=fvBD.dn',
    )
  })

  it("reserves some of the 20 predicates for the table's own filters", () => {
    const bd = { filters: [{ property: 'descr', operator: 'in', value: ['a', 'b', 'c', 'd', 'e'] }] } as const
    const query = canvas(
      [node('a', 'fvCtx', named('x')), node('b', 'fvBD', bd)],
      [edge('a → b', { kind: 'match', on: { source: 'name', target: 'name' } })],
    )

    expect(plan(query).fetches[1]?.access).toMatchObject({ kind: 'semi_join', max_keys: 150 })
  })
})

describe('the plan of a match by conditions', () => {
  const ports = (on: unknown, parts: object = {}) =>
    canvas(
      [
        node('p', 'l1PhysIf', { filters: [{ property: 'id', operator: 'eq', value: 'eth1/7' }] }),
        node('b', 'infraPortBlk', parts),
      ],
      [edge('p → b', { kind: 'match', on })],
    )
  const number = { expression: 'int(id.substring(5)) > 0 || has(descr) ? id : usage' }
  const ranges = [
    { source: number, target: ['fromPort', { expression: 'toPort' }], op: 'between' },
    { source: 'name', target: 'name' },
  ]

  it('is a join by all of them, whose text says what it compares', () => {
    const { joins, text } = plan(ports(ranges))

    expect(joins).toMatchObject([
      { left: 'p', right: 'b', on: { kind: 'conditions', all: [{ op: 'between' }, { op: 'eq' }] } },
    ])
    expect(text).toContain(
      `p with b (inner, edge p-b): by expressions: (${number.expression}) of p between b.fromPort and (toPort) of b and p.name = b.name`,
    )
  })

  it('is the join by key it always was for two properties that must be equal', () => {
    const [pair, list] = [{ source: 'name', target: 'name' }, [{ source: 'name', target: 'name', op: 'eq' }]]

    expect(plan(ports(list))).toEqual(plan(ports(pair)))
  })

  it('keeps what the conditions compare, also what an expression only asks for', () => {
    const { fetches: read } = plan(ports(ranges, { properties: ['name'] }))

    const kept = Object.fromEntries(read.flatMap(({ tables }) => tables.map(({ id, properties }) => [id, properties])))
    expect(kept.p).toEqual(expect.arrayContaining(['dn', 'id', 'descr', 'usage', 'name']))
    expect(kept.b).toEqual(expect.arrayContaining(['dn', 'name', 'fromPort', 'toPort']))
  })

  it('narrows the reading by properties that must be equal', () => {
    expect(plan(ports(ranges)).fetches.map(({ access }) => access)).toMatchObject([
      { kind: 'query' },
      { kind: 'semi_join', keys: { by: 'values', from: 'p', from_property: 'name', property: 'name' } },
    ])
    expect(plan(ports(ranges.slice(0, 1))).fetches.map(({ access }) => access.kind)).toEqual(['query', 'query'])
  })
})

describe('the plan of a reference with properties', () => {
  const bound = (edgeParts: object, steps: readonly object[] = []) =>
    canvas(
      [node('epg', 'fvAEPg', { properties: ['name'] }), node('dom', 'physDomP')],
      [
        edge('epg → dom', {
          kind: 'references',
          through: 'fvRsDomAtt',
          properties: ['instrImedcy', 'tDn'],
          ...edgeParts,
        }),
      ],
      steps,
    )

  it('keeps them, and shows them after the columns of all nodes', () => {
    const { rows, fetches: read, text } = plan(bound({}))

    const relation = read.flatMap(({ tables }) => tables).find(({ node_id }) => node_id === undefined)
    expect(relation?.properties).toEqual(['dn', 'instrImedcy', 'tDn'])
    expect(rows.relations).toEqual([{ table: relation?.id, prefix: 'epg-dom', properties: ['instrImedcy', 'tDn'] }])
    expect(text).toContain(`instrImedcy of ${relation?.id} as epg-dom.instrImedcy`)
  })

  it('leaves out those that no step needs', () => {
    const select = { id: 's', type: 'select', config: { columns: ['name', 'epg-dom.tDn'] } }

    expect(plan(bound({}, [select])).rows.relations).toMatchObject([{ properties: ['tDn'] }])
  })

  it('shows none of an object that is only looked for', () => {
    expect(plan(bound({ join: 'without' })).rows.relations).toBeUndefined()
  })
})

describe('the plan of a diamond', () => {
  it('joins the edge that closes the loop last, between tables that are already joined', () => {
    const query = canvas(
      [node('t', 'fvTenant'), node('bd', 'fvBD'), node('ctx', 'fvCtx')],
      [edge('t → bd'), edge('bd → ctx', { through: 'fvRsCtx' }), edge('t → ctx')],
    )

    expect(plan(query).joins.map(({ left, right }) => `${left} ${right}`)).toEqual([
      'bd-ctx:fvRsCtx ctx',
      'bd bd-ctx:fvRsCtx',
      't bd',
      't ctx',
    ])
  })
})

describe('rows of a plan', () => {
  it('have the primary first, the others in canvas order, and nothing behind a without edge', () => {
    const query = canvas(
      [
        node('t', 'fvTenant'),
        node('bd', 'fvBD', { alias: 'BD', properties: ['name', 'mtu'] }),
        node('s', 'fvSubnet'),
        node('c', 'fvCtx'),
      ],
      [edge('t → bd'), edge('bd → s', { join: 'without' }), edge('t → c')],
    )

    expect(plan(query).rows).toEqual({
      primary: 't',
      tables: [
        { table: 't', prefix: '', properties: undefined },
        { table: 'bd', prefix: 'BD', properties: ['dn', 'name', 'mtu'] },
        { table: 'c', prefix: 'c', properties: ['dn', 'name'] },
      ],
    })
  })

  it('have a name column for unknown classes', () => {
    const query = canvas([node('a', 'fooA'), node('b', 'fooB')], [edge('a → b')])

    expect(plan(query).rows.tables[1]).toEqual({ table: 'a', prefix: 'a', properties: ['dn', 'name'] })
  })
})

describe('a plan as text', () => {
  it('says what each step does and why', () => {
    const query = canvas(
      [node('t', 'fvTenant', named('a')), node('bd', 'fvBD', filtered('name', 'starts_with', 'web'))],
      [edge('t → bd')],
      [{ id: 'p', type: 'limit', config: { count: 5 } }],
    )

    expect(plan(query, { maxResultRows: 1_000 }).text.split('\n')).toEqual([
      '1. fetch t (fvTenant): all objects of the class that pass its filter; the controller checks eq(fvTenant.name,"a"); about 1 object',
      '2. fetch bd (fvBD): below uni/tn-a, because its scope is known; the controller checks wcard(fvBD.name,"web"); checked here: name starts_with "web"; about 2 objects',
      '3. join t with bd (inner, edge t-bd): bd is below t',
      '4. rows one per match, in the order of bd; t as t.*; at most 1000',
      '5. post-processor limit',
    ])
  })

  it('is plain data', () => {
    const made = plan(canvas([node('t', 'fvTenant'), node('bd', 'fvBD')], [edge('t → bd')]))

    expect(structuredClone(made)).toEqual(made)
  })
})

describe('the plan of a filter that no object can pass', () => {
  const withMode = (name: string, rn_format: string, contained_by: string[], super_classes: string[] = []) => ({
    ...classInfo(name, { rn_format, naming: ['name'], contained_by: new Set(contained_by), super_classes }),
    properties: new Map([
      ['name', { name: 'name', type: 'string', values: [] } as const],
      ['mode', { name: 'mode', type: 'enum', values: ['flood', 'proxy'] } as const],
    ]),
  })
  const model = documentModel([
    withMode('fvTenant', 'tn-{name}', []),
    withMode('fvBD', 'BD-{name}', ['fvTenant']),
    withMode('fvSubnet', 'subnet-[{name}]', ['fvBD']),
  ])
  const impossible = { filters: [{ property: 'mode', operator: 'eq', value: 'flod' }] } as const
  const unread = (join: 'inner' | 'left' | 'without', at: 't' | 'bd' | 's') => {
    const nodes = [['t', 'fvTenant'] as const, ['bd', 'fvBD'] as const, ['s', 'fvSubnet'] as const]
    const query = canvas(
      nodes.map(([id, name]) => node(id, name, id === at ? impossible : {})),
      [edge('t → bd', { join }), edge('bd → s')],
    )
    return planQuery(query, { model })
      .fetches.filter(({ access }) => access.kind === 'query' && access.groups?.length === 0)
      .map(({ tables }) => tables[0]?.id)
      .sort()
  }

  it('reads nothing, and says so', () => {
    const [step] = planQuery(canvas([node('bd', 'fvBD', impossible)]), { model }).steps

    expect(step).toMatchObject({
      id: 'bd',
      text: 'bd (fvBD): nothing is read, because no object can be part of the result',
    })
    expect(step).not.toHaveProperty('request')
  })

  it.each([
    ['inner', 't', ['bd', 's', 't']],
    ['inner', 's', ['bd', 's', 't']],
    ['left', 't', ['bd', 's', 't']],
    ['left', 's', ['bd', 's']],
    ['without', 'bd', ['bd', 's']],
    ['without', 's', ['bd', 's']],
  ] as const)('behind an edge %s, at %s, also reads nothing that cannot be in a row: %j', (join, at, expected) => {
    expect(unread(join, at)).toEqual(expected)
  })

  it('asks only for the values that are possible', () => {
    const some = { filters: [{ property: 'mode', operator: 'in', value: ['flood', 'flod'] }] } as const

    expect(planQuery(canvas([node('bd', 'fvBD', some)]), { model }).steps[0]?.pushed_filter).toBe(
      'eq(fvBD.mode,"flood")',
    )
  })
})
