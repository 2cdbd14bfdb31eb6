import { describe, expect, it } from 'vitest'
import { knownModel } from '../mim/known-model.ts'
import { canvas, drawing, edge, node } from '../testing/canvas-builder.ts'
import { classInfo } from '../testing/class-info.ts'
import { smallMim } from '../testing/small-mim.ts'
import type { Canvas } from '../canvas/canvas.ts'
import { validateCanvas } from './validate-canvas.ts'

const errors = (query: Canvas, model = smallMim) => validateCanvas(query, { model }).errors
const codes = (query: Canvas, model = smallMim) => errors(query, model).map(({ code }) => code)
const warnings = (query: Canvas, model = smallMim) => validateCanvas(query, { model }).warnings

describe('the drawing', () => {
  it('must have a node', () => {
    expect(codes(canvas([]))).toEqual(['empty_canvas'])
  })

  it('must not use a node id twice', () => {
    expect(errors(canvas([node('a', 'fvBD'), node('a', 'fvBD')]))).toMatchObject([
      { code: 'duplicate_node_id', node_id: 'a', path: 'nodes.1.id' },
    ])
  })

  it('must have nodes at both ends of each edge', () => {
    const query = canvas([node('a', 'fvBD')], [edge('x → y')])

    expect(errors(query)).toMatchObject([
      { code: 'edge_endpoint_missing', edge_id: 'x-y', path: 'edges.0.source' },
      { code: 'edge_endpoint_missing', edge_id: 'x-y', path: 'edges.0.target' },
    ])
  })

  it('must not have an edge from a node to itself', () => {
    expect(errors(canvas([node('a', 'fvBD')], [edge('a → a')]))).toMatchObject([{ code: 'self_edge', edge_id: 'a-a' }])
  })

  it('must not have a directed cycle, and the message names its nodes', () => {
    const [problem] = errors(drawing('z → a', 'a → b', 'b → c', 'c → a', 'c → d'), knownModel)

    expect(problem).toMatchObject({ code: 'cyclic_graph', message: 'the edges form a cycle: a → b → c → a' })
  })

  it('may have a diamond', () => {
    expect(codes(drawing('a → b', 'a → c', 'b → d', 'c → d'), knownModel)).toEqual([])
  })

  it.each(['left', 'without'])('must not have a %s edge in a loop of edges', (join) => {
    expect(errors(drawing('a → b', `a ${join} c`, 'b → d', 'c → d'), knownModel)).toMatchObject([
      { code: 'cyclic_graph', edge_id: 'a-c', path: 'edges.1.join' },
    ])
  })

  it('must not have two edges that keep their sources and lead to the same side', () => {
    expect(errors(drawing('a left b', 'c left b'), knownModel)).toMatchObject([
      { code: 'cyclic_graph', edge_id: 'a-b' },
      { code: 'cyclic_graph', edge_id: 'c-b' },
    ])
  })

  it.each([
    [['a left b', 'b left c']],
    [['a left b', 'a without c']],
    [['a left b', 'c → b']],
    [['z → a', 'a left b', 'b without c']],
  ])('may combine the edges %j', (arrows) => {
    expect(codes(drawing(...arrows), knownModel)).toEqual([])
  })

  it('must be connected, and the message names a node of each part', () => {
    const query = canvas([node('a', 'fvBD'), node('b', 'fvSubnet'), node('c', 'fvCtx')], [edge('a → b')])

    expect(errors(query)).toMatchObject([
      { code: 'disconnected_graph', node_id: 'c', message: expect.stringContaining('around a, c') },
    ])
  })

  it('must not have two primary nodes', () => {
    const query = canvas(
      [node('a', 'fvBD', { primary: true }), node('b', 'fvSubnet', { primary: true })],
      [edge('a → b')],
    )

    expect(errors(query)).toMatchObject([{ code: 'several_primaries', node_id: 'b', path: 'nodes.1.primary' }])
  })

  it('must not have its primary node behind a without edge', () => {
    const query = canvas(
      [node('a', 'fvBD'), node('b', 'fvSubnet', { primary: true })],
      [edge('a → b', { join: 'without' })],
    )

    expect(errors(query)).toMatchObject([{ code: 'bad_value', node_id: 'b', path: 'nodes.1.primary' }])
  })

  it('must not use a column prefix twice', () => {
    const query = canvas(
      [node('a', 'fvTenant', { alias: 'x' }), node('b', 'fvBD', { alias: 'x' }), node('c', 'fvSubnet', { alias: 'x' })],
      [edge('a → b'), edge('b → c')],
    )

    expect(errors(query)).toMatchObject([{ code: 'bad_value', node_id: 'b', path: 'nodes.1.alias' }])
  })
})

describe('classes and properties', () => {
  it('are incomplete on a node without a class', () => {
    expect(errors(canvas([node('a')]))).toMatchObject([
      { code: 'missing_class', node_id: 'a', path: 'nodes.0.class_name' },
    ])
  })

  it('are checked against an installed MIM, with suggestions', () => {
    const query = canvas([
      node('a', 'fvBDD'),
      node('b', 'fvBD', {
        properties: ['name', 'arpFlod', 'dn', 'className'],
        filters: [{ any: [{ property: 'mut', operator: 'eq', value: '1' }] }],
      }),
    ])

    expect(errors(query).filter(({ code }) => code !== 'disconnected_graph')).toMatchObject([
      { code: 'unknown_class', node_id: 'a', suggestions: expect.arrayContaining(['fvBD']) },
      { code: 'unknown_property', node_id: 'b', path: 'nodes.1.properties', suggestions: ['arpFlood'] },
      { code: 'unknown_property', node_id: 'b', path: 'nodes.1.filters.0.any.0.property', suggestions: ['mtu'] },
    ])
  })

  it('are a warning instead of an error when another imported version has the class', () => {
    const query = canvas([node('a', 'fvNew', { properties: ['anything'] }), node('b', 'fvNone')], [edge('a → b')])
    const otherVersions = (name: string) => (name === 'fvNew' ? ['6.1(1f)', '6.0(9c)'] : [])
    const checked = validateCanvas(query, { model: smallMim, otherVersions })

    expect(checked.errors).toMatchObject([{ code: 'unknown_class', node_id: 'b' }])
    expect(checked.warnings).toMatchObject([
      {
        code: 'other_version',
        node_id: 'a',
        path: 'nodes.0.class_name',
        message: expect.stringContaining('6.1(1f), 6.0(9c)'),
      },
    ])
  })

  it('are not checked without a MIM, which is a warning', () => {
    const query = canvas([node('a', 'fvBDD', { properties: ['nonsense'] })])

    expect(validateCanvas(query, { model: knownModel })).toMatchObject({
      errors: [],
      warnings: [{ code: 'mim_not_installed' }],
    })
  })

  it('cause a warning when the class is deprecated', () => {
    expect(warnings(canvas([node('a', 'vzOldCP')]))).toMatchObject([{ code: 'deprecated_class', node_id: 'a' }])
  })
})

describe('scopes', () => {
  it.each(['uni/tn-a/', '/uni', 'uni//tn-a', 'uni/x-[tn-a', 'uni/x]', 'uni/../aaaLogin', '.'])(
    'a scope cannot be %j',
    (scope_dn) => {
      expect(errors(canvas([node('a', 'fvBD', { scope_dn })]))).toMatchObject([
        { code: 'bad_scope_dn', node_id: 'a', path: 'nodes.0.scope_dn' },
      ])
    },
  )

  it.each(['uni', 'uni/tn-a', 'topology/pod-1/paths-101/pathep-[eth1/24]'])('a scope can be %j', (scope_dn) => {
    expect(errors(canvas([node('a', 'fvBD', { scope_dn })]))).toEqual([])
  })
})

describe('filters', () => {
  it('must have values their operator can use', () => {
    const filters = [
      { all: [{ not: { property: 'name', operator: 'between', value: ['1'] } }] },
      { property: 'name', operator: 'matches', value: '(' },
    ] as never

    expect(errors(canvas([node('a', 'fvBD', { filters })]))).toMatchObject([
      { code: 'bad_value', path: 'nodes.0.filters.0.all.0.not.value' },
      { code: 'bad_value', path: 'nodes.0.filters.1.value' },
    ])
  })

  it('cause a warning when the controller cannot evaluate them', () => {
    const filters = [
      { property: 'name', operator: 'eq', value: 'a' },
      { property: 'name', operator: 'starts_with', value: 'a' },
      { property: 'descr', operator: 'matches', value: '^a' },
    ] as const

    expect(warnings(canvas([node('a', 'fvBD', { filters })]))).toMatchObject([
      { code: 'local_filter', path: 'nodes.0.filters.2', message: expect.stringContaining('descr matches "^a"') },
    ])
  })
})

describe('edges', () => {
  it.each([
    ['impossible_containment', 'fvBD → fvTenant', { kind: 'contains' }],
    ['no_relation', 'fvCtx → vzBrCP', { kind: 'references' }],
    ['ambiguous_relation', 'fvAEPg → vzBrCP', {}],
    ['unknown_property', 'fvBD → fvCtx', { kind: 'match', on: { source: 'name', target: 'nme' } }],
  ] as const)('are an error, %s, between %s with %j', (code, ends, parts) => {
    const [source = '', target = ''] = ends.split(' → ')

    expect(errors(canvas([node('a', source), node('b', target)], [edge('a → b', parts)]))).toMatchObject([
      { code, edge_id: 'a-b' },
    ])
  })

  it.each([
    ['the property of a target', [{ source: 'name', target: ['nme', 'name'], op: 'between' }], 'unknown_property', '0.target.0'],
    ['a property in an expression', [{ source: 'name', target: 'name' }, { source: { expression: 'nme + "x"' }, target: 'name' }], 'unknown_property', '1.source.expression'],
    ['a column of another node', [{ source: 'name', target: { expression: 'row["a.name"]' } }], 'unknown_property', '0.target.expression'],
    ['an expression that cannot be read', [{ source: 'name', target: { expression: 'name +' } }], 'bad_value', '0.target.expression'],
    ['an unknown function', [{ source: { expression: 'nmbr(name)' }, target: 'name' }], 'bad_value', '0.source.expression'],
  ] as const)('are an error because of %s of a condition', (_, on, code, path) => {
    const query = canvas([node('a', 'fvBD'), node('b', 'fvCtx')], [edge('a → b', { kind: 'match', on })])

    expect(errors(query)).toMatchObject([{ code, edge_id: 'a-b', path: `edges.0.on.${path}` }])
  }) // prettier-ignore

  it.each([
    ['conditions beside a containment', 'fvTenant → fvBD', { kind: 'contains', on: [{ source: 'name', target: 'name' }] }, 'on'],
    ['conditions beside a relation', 'fvBD → fvCtx', { through: 'fvRsCtx', on: [{ source: 'name', target: 'name' }] }, 'on'],
    ['relation properties on a containment', 'fvTenant → fvBD', { properties: ['name'] }, 'properties'],
    ['relation properties on a match', 'fvBD → fvCtx', { kind: 'match', on: { source: 'name', target: 'name' }, properties: ['tDn'] }, 'properties'],
  ] as const)('cannot have %s', (_, ends, parts, field) => {
    const [source = '', target = ''] = ends.split(' → ')
    const query = canvas([node('a', source), node('b', target)], [edge('a → b', parts)])

    expect(errors(query)).toMatchObject([{ code: 'bad_value', edge_id: 'a-b', path: `edges.0.${field}` }])
  }) // prettier-ignore

  it('have all their faults listed, also when a class is missing', () => {
    const parts = {
      kind: 'contains',
      on: [{ source: { expression: '1 +' }, target: 'name' }],
      properties: ['name'],
    } as const
    const paths = (query: Canvas) => errors(query).map(({ path }) => path)
    const fields = ['edges.0.on', 'edges.0.properties', 'edges.0.on.0.source.expression']

    expect(paths(canvas([node('a', 'fvBD'), node('b', 'fvTenant')], [edge('a → b', parts)]))).toEqual([
      'edges.0',
      ...fields,
    ])
    expect(paths(canvas([node('a'), node('b', 'fvBD')], [edge('a → b', parts)]))).toEqual([
      'nodes.0.class_name',
      ...fields,
    ])
  })

  it('of a relation show properties that its class has', () => {
    const bd = (properties: readonly string[]) =>
      canvas([node('a', 'fvBD'), node('b', 'fvCtx')], [edge('a → b', { through: 'fvRsCtx', properties })])
    const { properties } = classInfo('fvRsCtx', { properties: ['tDn'] })
    const find = (name: string) => (name === 'fvRsCtx' ? { ...smallMim.find(name)!, properties } : smallMim.find(name))
    const known = { ...smallMim, find }

    expect(errors(bd(['tDn', 'className', 'dn']), known)).toEqual([])
    expect(errors(bd(['tDnn']), known)).toMatchObject([
      { code: 'unknown_property', edge_id: 'a-b', path: 'edges.0.properties', suggestions: ['tDn'] },
    ])
  })

  it('of a relation with properties cannot be named like the alias of a node', () => {
    const query = (parts: object) =>
      canvas(
        [node('bd', 'fvBD', { primary: true }), node('vrf', 'fvCtx')],
        [edge('bd → vrf', { id: 'vrf', through: 'fvRsCtx', ...parts })],
      )

    expect(errors(query({ properties: ['tDn'] }), knownModel)).toMatchObject([
      { code: 'bad_value', edge_id: 'vrf', path: 'edges.0.id' },
    ])
    expect(errors(query({}), knownModel)).toEqual([])
    expect(errors(query({ properties: ['tDn'], id: 'bd' }), knownModel)).toEqual([])
  })

  it.each([
    ['backwards', 'fvBD → fvTenant', {}],
    ['impossible_containment', 'fvBD → fvCtx', { kind: 'contains' }],
    ['ambiguous_relation', 'fvAEPg → vzBrCP', {}],
  ] as const)('are a warning, %s, when only the built-in table knows %s with %j', (code, ends, parts) => {
    const [source = '', target = ''] = ends.split(' → ')
    const checked = validateCanvas(canvas([node('a', source), node('b', target)], [edge('a → b', parts)]), {
      model: knownModel,
    })

    expect(checked.errors).toEqual([])
    expect(checked.warnings).toContainEqual(expect.objectContaining({ code, edge_id: 'a-b', path: 'edges.0' }))
  })

  it('of kind references must name their relation class when no MIM is installed', () => {
    const query = canvas([node('a', 'fvBD'), node('b', 'fvCtx')], [edge('a → b', { kind: 'references' })])

    expect(errors(query, knownModel)).toMatchObject([{ code: 'no_relation', edge_id: 'a-b', suggestions: ['fvRsCtx'] }])
  })
})

describe('large classes', () => {
  const large = (query: Canvas, sizes?: (name: string) => number | undefined) =>
    validateCanvas(query, { model: knownModel, sizes })
      .warnings.filter(({ code }) => code === 'unfiltered_large_class')
      .map(({ node_id }) => node_id)

  it.each([
    ['alone', canvas([node('f', 'faultInst')]), ['f']],
    [
      'with a filter',
      canvas([node('f', 'faultInst', { filters: [{ property: 'severity', operator: 'eq', value: 'critical' }] })]),
      [],
    ],
    ['with a scope', canvas([node('f', 'faultInst', { scope_dn: 'uni' })]), []],
    ['below a whole class', canvas([node('t', 'fvTenant'), node('f', 'faultInst')], [edge('t → f')]), ['f']],
    [
      'below a filtered class',
      canvas([node('t', 'fvTenant', { scope_dn: 'uni/tn-a' }), node('f', 'faultInst')], [edge('t → f')]),
      [],
    ],
    [
      'that keeps its objects',
      canvas([node('e', 'fvCEp'), node('i', 'fvIp', { scope_dn: 'uni/tn-a' })], [edge('e → i', { join: 'left' })]),
      ['e'],
    ],
  ])('cause a warning unless something narrows them: %s', (_, query, expected) => {
    expect(large(query)).toEqual(expected)
  })

  it('are recognized by their counted size when there is one', () => {
    expect(
      large(canvas([node('a', 'fvBD'), node('b', 'fvSubnet')], [edge('a → b')]), (name) =>
        name === 'fvBD' ? 10_000 : 5,
      ),
    ).toEqual(['a'])
    expect(large(canvas([node('f', 'faultInst')]), () => 9_999)).toEqual([])
  })
})

describe('post-processors', () => {
  const withSteps = (...steps: object[]) => canvas([node('a', 'fvBD', { properties: ['name', 'mtu'] })], [], steps)

  it('must have a known type and a valid config', () => {
    expect(
      errors(withSteps({ id: 's', type: 'srot' }, { id: 'l', type: 'limit', config: { count: 'x' } })),
    ).toMatchObject([
      { code: 'unknown_post_processor', step_id: 's', suggestions: ['sort'] },
      { code: 'bad_post_processor_config', step_id: 'l', path: 'post_processors.1.config.count' },
    ])
  })

  it('must name columns that exist at their position', () => {
    const query = withSteps(
      { id: 'r', type: 'rename', config: { columns: { mtu: 'MTU' } } },
      { id: 's', type: 'sort', config: { by: [{ column: 'MTU' }] } },
      { id: 't', type: 'sort', config: { by: [{ column: 'nme' }] } },
    )

    expect(errors(query)).toMatchObject([{ code: 'unknown_column', step_id: 't', suggestions: ['name'] }])
  })

  it('are not blamed for missing columns after a faulty step', () => {
    const query = withSteps(
      { id: 'c', type: 'rename', config: { columns: 7 } },
      { id: 's', type: 'sort', config: { by: [{ column: 'new' }] } },
    )

    expect(codes(query)).toEqual(['bad_post_processor_config'])
  })

  it('may name any column when the columns are not known', () => {
    const query = canvas([node('a', 'fvBD')], [], [{ id: 's', type: 'sort', config: { by: [{ column: 'whatever' }] } }])

    expect(codes(query, knownModel)).toEqual([])
    expect(codes(query, smallMim)).toEqual(['unknown_column'])
  })

  it('see columns of other nodes under their alias', () => {
    const nodes = [node('t', 'fvTenant', { alias: 'T' }), node('a', 'fvBD')]
    const by = (column: string) =>
      canvas(nodes, [edge('t → a')], [{ id: 's', type: 'sort', config: { by: [{ column }] } }])

    expect(codes(by('T.name'))).toEqual([])
    expect(codes(by('className'))).toEqual([])
    expect(errors(by('T.nme'))).toMatchObject([{ code: 'unknown_column', suggestions: ['T.name'] }])
  })
})

it('reports faults of all kinds at once', () => {
  const query = canvas(
    [node('a', 'fvBDD', { scope_dn: '/' }), node('b'), node('b', 'fvBD', { properties: ['nme'] })],
    [edge('a → x')],
    [{ id: 's', type: 'srot' }],
  )

  expect(new Set(codes(query))).toEqual(
    new Set([
      'unknown_class',
      'bad_scope_dn',
      'missing_class',
      'duplicate_node_id',
      'unknown_property',
      'edge_endpoint_missing',
      'disconnected_graph',
      'unknown_post_processor',
    ]),
  )
})
