import { describe, expect, it } from 'vitest'
import { applyChanges } from './changes.ts'
import { matchOn, matchRows } from './match-editing.ts'
import { classesOfNode, classValues } from './node-classes.ts'
import { applySuggestion } from './suggestions.ts'
import { variablesOf } from './variables.ts'
import { wireCanvas } from './wire-canvas.ts'

const CANVAS = wireCanvas({
  nodes: [
    {
      id: 'bd',
      class_name: 'fvBDD',
      filters: [
        { property: 'nam', operator: 'startswith', value: '{{prefix=web}}' },
        { any: [{ property: 'arpFlood', operator: 'in', value: ['ye', '{{flood}}'] }] },
      ],
      properties: ['dn', 'descrr'],
      scope_dn: 'uni/tn-{{tenant}}',
      scope: 'uni',
    },
    { id: 'u', class_names: ['fvBD', 'fvCtxx'] },
  ],
  edges: [
    {
      id: 'e',
      source: 'bd',
      target: 'u',
      kind: 'auto',
      on: [{ source: 'a', target: { expression: 'lower({{suffix}})' } }],
    },
  ],
  post_processors: [
    { id: 's', type: 'sort', config: { by: [{ column: 'nme' }], note: '{{prefix}} {{now-1d}}' } },
    { id: 'off', type: 'limit', enabled: false, config: { count: '{{count}}' } },
  ],
})

describe('taking a suggestion', () => {
  it.each<[string, string, string, (after: any) => unknown, unknown]>([
    ['unknown_class', 'nodes.0.class_name', 'fvBD', ({ nodes }) => nodes[0].class_name, 'fvBD'],
    ['unknown_class', 'nodes.1.class_names.1', 'fvCtx', ({ nodes }) => nodes[1].class_names, ['fvBD', 'fvCtx']],
    ['unknown_property', 'nodes.0.filters.0.property', 'name', ({ nodes }) => nodes[0].filters[0].property, 'name'],
    [
      'unknown_operator',
      'nodes.0.filters.0.operator',
      'starts_with',
      ({ nodes }) => nodes[0].filters[0].operator,
      'starts_with',
    ],
    [
      'bad_value',
      'nodes.0.filters.1.any.0.value',
      'yes',
      ({ nodes }) => nodes[0].filters[1].any[0].value,
      ['yes', '{{flood}}'],
    ],
    ['unknown_property', 'nodes.0.properties', 'descr', ({ nodes }) => nodes[0].properties, ['dn', 'descr']],
    ['unknown_key', 'nodes.0.scope', 'scope_dn', ({ nodes }) => nodes[0].scope, undefined],
    [
      'ambiguous_relation',
      'edges.0.through',
      'fvRsCtx',
      ({ edges }) => [edges[0].kind, edges[0].through],
      ['references', 'fvRsCtx'],
    ],
    [
      'unknown_column',
      'post_processors.0.config.by.0.column',
      'name',
      ({ post_processors }) => post_processors[0].config.by[0].column,
      'name',
    ],
  ])('%s at %s', (code, path, suggestion, read, expected) => {
    expect(read(applyChanges(CANVAS, applySuggestion(CANVAS, { code, path, message: '' }, suggestion)))).toEqual(
      expected,
    )
  })

  it.each(['variables.x', 'nodes.9.class_name', 'nodes.0', ''])('changes nothing at %j', (path) => {
    expect(applySuggestion(CANVAS, { code: 'unknown_property', path, message: '' }, 'name')).toEqual([])
  })
})

it('finds the variables of a canvas in reading order, with what they are compared with', () => {
  expect(variablesOf(CANVAS)).toEqual([
    { name: 'prefix', default: 'web', filters: { class_name: 'fvBDD', property: 'nam', operator: 'startswith' } },
    { name: 'flood', filters: { class_name: 'fvBDD', property: 'arpFlood', operator: 'in' } },
    { name: 'tenant' },
    { name: 'suffix' },
  ])
})

describe('what must match', () => {
  it.each<[unknown]>([
    [{ source: 'name', target: 'name' }],
    [[{ op: 'between', source: 'encap', target: ['from', { expression: 'to + 1' }] }]],
    [[{ op: 'eq', source: { expression: 'lower(name)' }, target: 'name' }]],
    [
      [
        { op: 'eq', source: 'a', target: 'b' },
        { op: 'in_subnet', source: 'ip', target: 'subnet' },
      ],
    ],
  ])('keeps %j', (on) => {
    expect(matchOn(matchRows(on))).toEqual(on)
  })
})

it.each<[readonly string[], object]>([
  [['fvBD'], { class_name: 'fvBD', class_names: undefined }],
  [['fvBD', 'fvCtx', 'fvBD'], { class_name: undefined, class_names: ['fvBD', 'fvCtx'] }],
])('a node of %j', (names, values) => {
  expect(classValues(names)).toEqual(values)
  expect(classesOfNode(Object.fromEntries(Object.entries(values)))).toEqual([...new Set(names)])
})
