import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import type { Wire } from '../../lib/api/wire.ts'
import { checkCanvas } from './check-canvas.ts'
import { modelOf } from './model-of.ts'

const property = (name: string, facts: Partial<Wire.MimProperty> = {}): Wire.MimProperty => ({
  name,
  type: 'string',
  required: false,
  label: '',
  description: '',
  values: [],
  value_count: facts.values?.length ?? 0,
  read_only: false,
  create_only: false,
  secure: false,
  deprecated: false,
  raw_type: 'string',
  default: null,
  ...facts,
})
const BD: Wire.MimClassDetail = {
  name: 'fvBD',
  display_name: 'Bridge Domain',
  package: 'fv',
  category: 'configuration',
  description: '',
  dn_format: '',
  dn_formats: [],
  dn_format_count: 0,
  rn_format: 'BD-{name}',
  identified_by: ['name'],
  context_root: false,
  abstract: false,
  configurable: true,
  deprecated: false,
  super_classes: [],
  properties: [property('dn'), property('name'), property('arpFlood', { type: 'boolean', values: ['no', 'yes'] })],
}
const check = (node: object, steps: readonly object[] = [], variables = {}) =>
  checkCanvas(
    wireCanvas({ nodes: [{ id: 'bd', class_name: 'fvBD', ...node }], edges: [], post_processors: steps }),
    variables,
    modelOf([BD]),
    0,
  )
const where = (name: string, operator: string, value?: unknown) => ({ filters: [{ property: name, operator, value }] })

describe('a canvas is checked at once', () => {
  it.each<[string, object, object[], readonly object[]]>([
    ['nothing is wrong', where('arpFlood', 'eq', 'yes'), [{ id: 's', type: 'limit', config: { count: 1 } }], []],
    [
      'a property that the class does not have',
      where('arpFlod', 'eq', 'yes'),
      [],
      [{ code: 'unknown_property', node_id: 'bd', path: 'nodes.0.filters.0.property', suggestions: ['arpFlood'] }],
    ],
    [
      'a value that its operator cannot use',
      where('name', 'matches', '('),
      [],
      [{ code: 'bad_value', path: 'nodes.0.filters.0.value' }],
    ],
    [
      'a column that no step gives',
      { properties: ['name'] },
      [{ id: 's', type: 'sort', config: { by: [{ column: 'nam' }] } }],
      [{ code: 'unknown_column', step_id: 's', path: 'post_processors.0.config.by.0.column', suggestions: ['name'] }],
    ],
    [
      'an option that is missing',
      {},
      [{ id: 's', type: 'limit', config: {} }],
      [{ code: 'bad_post_processor_config', path: 'post_processors.0.config.count' }],
    ],
    ['a class that this page has not read may exist', { class_name: 'fvNew', properties: ['anything'] }, [], []],
    ['a variable may have a value that the query declares', where('name', 'eq', '{{tenant}}'), [], []],
    [
      'and its uses are not faults',
      { properties: ['name'] },
      [{ id: 's', type: 'limit', config: { count: '{{count}}' } }],
      [],
    ],
  ])('%s', (_, node, steps, expected) => {
    expect(check(node, steps).errors).toMatchObject(expected)
    expect(check(node, steps).errors).toHaveLength(expected.length)
  })

  it('knows the columns before each step', () => {
    const { columns } = check({ properties: ['name'] }, [
      { id: 'a', type: 'split_dn', config: { parts: ['tenant'] } },
      { id: 'b', type: 'select', config: { columns: ['tenant', 'nme'] } },
      { id: 'c', type: 'limit', config: {} },
    ])

    expect(columns).toEqual([
      ['dn', 'className', 'name'],
      ['dn', 'className', 'name', 'tenant'],
      ['tenant', 'nme'],
    ])
  })
})
