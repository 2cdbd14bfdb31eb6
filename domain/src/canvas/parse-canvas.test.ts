import { describe, expect, it } from 'vitest'
import { nodeClasses } from './node-classes.ts'
import { checkShape, parseCanvas } from './parse-canvas.ts'

describe('checkShape', () => {
  it('accepts a half-drawn canvas with the extra keys of a canvas library', () => {
    const faults = checkShape({
      nodes: [{ id: 'a', position: { x: 1 }, data: {} }, { id: 'a' }],
      edges: [{ source: 'a' }],
      post_processors: [{ type: 'sort' }],
    })

    expect(faults).toEqual({})
  })

  it('lists every fault at once, with dotted field names', () => {
    const faults = checkShape({
      nodes: [{}, 'node', { id: 7 }, { id: '' }],
      edges: 'none',
      post_processors: [null, { id: false }],
    })

    expect(faults).toEqual({
      'nodes.0.id': ['This field is required.'],
      'nodes.1': ['Expected an object, got "node".'],
      'nodes.2.id': ['Expected text, got 7.'],
      'nodes.3.id': ['This field may not be blank.'],
      edges: ['Expected a list, got "none".'],
      'post_processors.0': ['Expected an object, got null.'],
      'post_processors.1.id': ['Expected text, got false.'],
    })
  })

  it('requires nodes and edges, not post-processors', () => {
    expect(Object.keys(checkShape({}))).toEqual(['nodes', 'edges'])
  })
})

const matchOn = (on: unknown) => ({ edges: [{ source: 'a', target: 'b', kind: 'match', on }] })

describe('parseCanvas', () => {
  it('fills in every default', () => {
    const { canvas, problems } = parseCanvas({
      nodes: [{ id: 'bd', class_name: 'fv:BD' }],
      edges: [{ source: 'bd', target: 'x' }],
      post_processors: [{ type: 'sort' }],
    })

    expect(problems).toEqual([])
    expect(canvas).toEqual({
      nodes: [
        { id: 'bd', class_name: 'fvBD', alias: 'bd', scope_dn: undefined, filters: [], properties: [], primary: false },
      ],
      edges: [
        {
          id: 'edge-1',
          source: 'bd',
          target: 'x',
          kind: 'auto',
          depth: 'any',
          through: undefined,
          on: undefined,
          join: 'inner',
          properties: [],
        },
      ],
      post_processors: [{ id: 'step-1', type: 'sort', enabled: true, config: {} }],
    })
  })

  it('reads a union, and the time of records', () => {
    const nodes = [{ id: 'a', class_names: ['fv:BD', 'l3extOut', 'fvBD'], time_range: { from: ' {{now-24h}} ' } }]

    const { canvas, problems } = parseCanvas({ nodes, edges: [] })

    expect(problems).toEqual([])
    expect(canvas.nodes[0]).toMatchObject({
      class_name: 'fvBD',
      class_names: ['fvBD', 'l3extOut', 'fvBD'],
      time_range: { from: '{{now-24h}}', to: undefined },
    })
    expect(nodeClasses(canvas.nodes[0]!)).toEqual(['fvBD', 'l3extOut'])
  })

  it.each<[string, object, readonly string[]]>([
    ['both keys', { class_name: 'fvBD', class_names: ['fvCtx'] }, ['bad_value class_names']],
    ['an empty list', { class_names: [] }, ['bad_value class_names']],
    ['no list', { class_names: 'fvBD' }, ['bad_value class_names']],
    ['more than 20 names', { class_names: Array.from({ length: 21 }, () => 'fvBD') }, ['bad_value class_names']],
    [
      'names that are none',
      { class_names: ['fvBD', 'fv BD', 7, ' ', null] },
      [
        'unknown_class class_names.1',
        'bad_value class_names.2',
        'unknown_class class_names.3',
        'unknown_class class_names.4',
      ],
    ],
    ['several faults', { class_name: 'a b', class_names: [], time_range: {} }, ['unknown_class class_name', 'bad_value class_names', 'bad_value class_names', 'bad_value time_range']], // prettier-ignore
    ['a range that is none', { time_range: '24h' }, ['bad_value time_range']],
    [
      'ends that are no text',
      { time_range: { from: 5, to: ['x'] } },
      ['bad_value time_range.from', 'bad_value time_range.to'],
    ],
    ['a range without an end', { time_range: { from: ' ', to: null } }, ['bad_value time_range']],
  ])('reports %s at the node', (_, parts, expected) => {
    const { problems } = parseCanvas({ nodes: [{ id: 'a', ...parts }], edges: [] })

    const found = problems.map(({ code, path }) => `${code} ${path?.replace('nodes.0.', '')}`)
    expect(found.sort()).toEqual([...expected].sort())
    expect(problems.every(({ node_id }) => node_id === 'a')).toBe(true)
  })

  it('reads `as` of a compute step as its column', () => {
    const post_processors = [{ type: 'compute', config: { as: 'c', expression: '1' } }]

    const { canvas } = parseCanvas({ nodes: [], edges: [], post_processors })

    expect(canvas.post_processors[0]?.config).toEqual({ column: 'c', expression: '1' })
  })

  it('reads optional nodes, and edges that join everything with everything', () => {
    const nodes = [
      { id: 'a', class_name: 'fvBD', optional: true },
      { id: 'b', class_name: 'fvCtx' },
    ]
    const edges = [{ id: 'e', source: 'a', target: 'b', kind: 'any', join: 'left', properties: [] }]

    const { canvas, problems } = parseCanvas({ nodes, edges })

    expect(problems).toEqual([])
    expect(canvas.nodes).toMatchObject([{ optional: true }, {}])
    expect(canvas.nodes[1]).not.toHaveProperty('optional')
    expect(canvas.edges).toMatchObject([{ kind: 'any', join: 'left', depth: 'any', properties: [] }])
  })

  it('reports every key that an edge of kind any has no use for', () => {
    const edge = { id: 'e', source: 'a', target: 'b', kind: 'any', join: 'without' }
    const unfit = { on: { source: 'name', target: 'name' }, through: 'fvRsCtx', depth: 'child', properties: ['tDn'] }

    const { problems } = parseCanvas({ nodes: [], edges: [{ ...edge, ...unfit }] })

    expect(problems.map(({ code, path }) => [code, path])).toEqual(
      ['on', 'through', 'depth', 'properties', 'join'].map((key) => ['bad_value', `edges.0.${key}`]),
    )
  })

  it('parses filter trees', () => {
    const filters = [
      { property: 'name', operator: 'contains', value: 'web', colour: 'red' },
      {
        any: [
          { property: 'mtu', operator: 'in', value: [1, 2] },
          { not: { all: [{ property: 'descr', operator: 'is_empty' }] } },
        ],
      },
    ]

    const { canvas, problems } = parseCanvas({ nodes: [{ id: 'a', filters }], edges: [] })

    expect(problems).toEqual([])
    expect(canvas.nodes[0]?.filters).toEqual([
      { property: 'name', operator: 'contains', value: 'web' },
      {
        any: [
          { property: 'mtu', operator: 'in', value: [1, 2] },
          { not: { all: [{ property: 'descr', operator: 'is_empty' }] } },
        ],
      },
    ])
  })

  it('gives edges and steps with a missing or repeated id a unique one', () => {
    const { canvas } = parseCanvas({
      nodes: [],
      edges: [{}, { id: 'e' }, { id: 'e' }],
      post_processors: [{ id: 's' }, { id: 's' }],
    })

    expect(canvas.edges.map(({ id }) => id)).toEqual(['edge-1', 'e', 'e#2'])
    expect(canvas.post_processors.map(({ id }) => id)).toEqual(['s', 's#2'])
  })

  it.each([
    ['nodes.0', 'bad_value', { nodes: [7] }],
    ['nodes', 'bad_value', { nodes: {} }],
    ['nodes.0.id', 'bad_value', { nodes: [{ id: 7 }] }],
    ['nodes.0.class_name', 'bad_value', { nodes: [{ id: 'a', class_name: 7 }] }],
    ['nodes.0.class_name', 'unknown_class', { nodes: [{ id: 'a', class_name: 'fvBD/../x' }] }],
    ['nodes.0.alias', 'bad_value', { nodes: [{ id: 'a', alias: {} }] }],
    ['nodes.0.scope_dn', 'bad_scope_dn', { nodes: [{ id: 'a', scope_dn: 7 }] }],
    ['nodes.0.primary', 'bad_value', { nodes: [{ id: 'a', primary: 'yes' }] }],
    ['nodes.0.properties', 'bad_value', { nodes: [{ id: 'a', properties: 'name' }] }],
    ['nodes.0.properties.1', 'bad_value', { nodes: [{ id: 'a', properties: ['name', 7] }] }],
    ['nodes.0.properties.0', 'unknown_property', { nodes: [{ id: 'a', properties: ['na me'] }] }],
    ['nodes.0.filters', 'bad_value', { nodes: [{ id: 'a', filters: { property: 'name' } }] }],
    ['nodes.0.filters.0', 'bad_value', { nodes: [{ id: 'a', filters: ['name = 7'] }] }],
    ['nodes.0.filters.0.any', 'bad_value', { nodes: [{ id: 'a', filters: [{ any: {} }] }] }],
    [
      'nodes.0.filters.0.not.property',
      'bad_value',
      { nodes: [{ id: 'a', filters: [{ not: { operator: 'is_set' } }] }] },
    ],
    [
      'nodes.0.filters.0.property',
      'unknown_property',
      { nodes: [{ id: 'a', filters: [{ property: 'name),x(', operator: 'is_set' }] }] },
    ],
    ['nodes.0.filters.0.operator', 'unknown_operator', { nodes: [{ id: 'a', filters: [{ property: 'name' }] }] }],
    [
      'nodes.0.filters.0.value',
      'bad_value',
      { nodes: [{ id: 'a', filters: [{ property: 'name', operator: 'eq', value: {} }] }] },
    ],
    ['edges.0', 'bad_value', { edges: ['a-b'] }],
    ['edges.0.kind', 'bad_value', { edges: [{ source: 'a', target: 'b', kind: 'points' }] }],
    ['edges.0.join', 'bad_value', { edges: [{ source: 'a', target: 'b', join: 'outer' }] }],
    ['edges.0.depth', 'bad_value', { edges: [{ source: 'a', target: 'b', depth: 2 }] }],
    ['edges.0.source', 'edge_endpoint_missing', { edges: [{ target: 'b' }] }],
    ['edges.0.through', 'no_relation', { edges: [{ source: 'a', target: 'b', through: 'fvRs-Ctx' }] }],
    ['edges.0.on', 'bad_value', { edges: [{ source: 'a', target: 'b', kind: 'match' }] }],
    [
      'edges.0.on.target',
      'bad_value',
      { edges: [{ source: 'a', target: 'b', kind: 'match', on: { source: 'name' } }] },
    ],
    ['edges.0.on.op', 'bad_value', matchOn({ source: 'name', target: 'name', op: 'between' })],
    ['edges.0.on', 'bad_value', matchOn([])],
    ['edges.0.on', 'bad_value', matchOn(Array.from({ length: 21 }, () => ({ source: 'a', target: 'b' })))],
    ['edges.0.on.0', 'bad_value', matchOn(['name'])],
    ['edges.0.on.0.source', 'bad_value', matchOn([{ target: 'a' }])],
    ['edges.0.on.0.source', 'unknown_property', matchOn([{ source: 'na me', target: 'a' }])],
    ['edges.0.on.0.source.expression', 'bad_value', matchOn([{ source: { expression: 7 }, target: 'a' }])],
    [
      'edges.0.on.1.op',
      'unknown_operator',
      matchOn([
        { source: 'a', target: 'b' },
        { source: 'a', target: 'b', op: 'contains' },
      ]),
    ],
    ['edges.0.on.0.operator', 'bad_value', matchOn([{ source: 'a', target: 'b', operator: 'overlaps' }])],
    ['edges.0.on.0.target', 'bad_value', matchOn([{ source: 'a', target: ['b', 'c'] }])],
    ['edges.0.on.0.target', 'bad_value', matchOn([{ source: 'a', target: 'b', op: 'between' }])],
    ['edges.0.on.0.target', 'bad_value', matchOn([{ source: 'a', target: ['b', 'c', 'd'], op: 'between' }])],
    ['edges.0.on.0.target.1', 'bad_value', matchOn([{ source: 'a', target: ['b', 5], op: 'between' }])],
    ['edges.0.properties.1', 'bad_value', { edges: [{ source: 'a', target: 'b', properties: ['tDn', 7] }] }],
    ['post_processors.0', 'bad_post_processor_config', { post_processors: [[]] }],
    ['post_processors.0.type', 'unknown_post_processor', { post_processors: [{}] }],
    ['post_processors.0.config', 'bad_post_processor_config', { post_processors: [{ type: 'sort', config: 'name' }] }],
  ])('reports a faulty %s as %s', (path, code, wire) => {
    const { problems } = parseCanvas({ nodes: [], edges: [], ...wire })

    expect(problems).toContainEqual(expect.objectContaining({ path, code }))
  })

  it('reads conditions, `eq` unless they say otherwise, and the properties of a relation', () => {
    const on = [
      { source: 'name', target: 'name' },
      { source: { expression: 'int(id)' }, target: ['from_', { expression: 'to_' }], op: 'between' },
    ]

    const { canvas, problems } = parseCanvas({
      nodes: [],
      edges: [{ source: 'a', target: 'b', on, properties: ['tDn', 'tDn'] }],
    })

    expect(problems).toEqual([])
    expect(canvas.edges[0]).toMatchObject({
      on: [
        { op: 'eq', source: 'name', targets: ['name'] },
        { op: 'between', source: { expression: 'int(id)' }, targets: ['from_', { expression: 'to_' }] },
      ],
      properties: ['tDn'],
    })
  })

  it('lists every fault of every condition, each once', () => {
    const { problems } = parseCanvas({
      nodes: [],
      ...matchOn([
        { source: 1, target: 'b', op: 'near' },
        { source: 'a', target: [] },
      ]),
    })

    expect(problems.map(({ path }) => path).sort()).toEqual([
      'edges.0.on.0.op',
      'edges.0.on.0.source',
      'edges.0.on.1.target',
    ])
  })

  it('names the node, edge or step in a problem', () => {
    const { problems } = parseCanvas({
      nodes: [{ id: 'a', alias: 1 }],
      edges: [{ id: 'e', source: 'a', target: 'b', kind: 1 }],
      post_processors: [{ id: 's' }],
    })

    expect(problems).toMatchObject([{ node_id: 'a' }, { edge_id: 'e' }, { step_id: 's' }])
  })

  it.each([
    ['equls', 'eq'],
    ['>=', 'ge'],
    ['like', 'contains'],
    ['start_with', 'starts_with'],
    ['wcard', 'contains'],
  ])('suggests, instead of the operator %s, the operator %s', (operator, suggestion) => {
    const { problems } = parseCanvas({
      nodes: [{ id: 'a', filters: [{ property: 'name', operator, value: 'x' }] }],
      edges: [],
    })

    expect(problems[0]?.suggestions?.[0]).toBe(suggestion)
  })

  it.each([
    [{ operator: 'is_set' }, 'the property is missing'],
    [{ property: '', operator: 'is_set' }, 'the property is missing'],
    [{ property: 7, operator: 'is_set' }, '7 is not a property name'],
  ])('says what is wrong with the property of %j', (filter, message) => {
    expect(parseCanvas({ nodes: [{ id: 'a', filters: [filter] }], edges: [] }).problems).toMatchObject([{ message }])
  })

  it('keeps the position of later filters when an earlier one is faulty', () => {
    const { canvas } = parseCanvas({
      nodes: [{ id: 'a', filters: [7, { property: 'name', operator: 'eq', value: 'x' }] }],
      edges: [],
    })

    expect(canvas.nodes[0]?.filters[1]).toMatchObject({ property: 'name' })
  })

  it('reports hostile nesting of filters instead of overflowing the stack', () => {
    let filter: unknown = { property: 'name', operator: 'is_set' }
    for (let level = 0; level < 100_000; level += 1) filter = { not: filter }
    const deepValue = { property: 'name', operator: 'eq', value: filter }

    const { problems } = parseCanvas({ nodes: [{ id: 'a', filters: [filter, deepValue] }], edges: [] })

    expect(problems).toMatchObject([
      { code: 'bad_value', message: 'filters are nested deeper than 32 levels' },
      { code: 'bad_value' },
    ])
  })

  it('rejects a canvas with more than 100 nodes', () => {
    const nodes = Array.from({ length: 101 }, (_, index) => ({ id: `n${index}` }))

    expect(parseCanvas({ nodes, edges: [] }).problems).toMatchObject([{ code: 'bad_value', path: 'nodes' }])
  })
})
