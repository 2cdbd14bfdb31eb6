import { describe, expect, it } from 'vitest'
import { applyChanges } from './changes.ts'
import { applySuggestion } from './suggestions.ts'
import { wireCanvas } from './wire-canvas.ts'

const canvas = wireCanvas({
  nodes: [
    {
      id: 'bd',
      class_name: 'fvBDD',
      properties: ['name', 'arpFlod'],
      filters: [{ any: [{ property: 'arpFlod', operator: 'eq', value: 'yes' }] }],
    },
  ],
  post_processors: [
    { id: 's1', type: 'sort', config: { by: [{ column: 'nam' }] } },
    { id: 's2', type: 'rename', config: { columns: { nam: 'title', 'VRF.nam': 'vrf' } } },
    {
      id: 's3',
      type: 'compute',
      config: { column: 'x', expression: 'nam + "nam" + names + row["nam"] + row["VRF.nam"]' },
    },
    { id: 's4', type: 'limit', config: { cuont: 5 } },
  ],
})

const COLUMN = 'there is no column nam at this step'

describe('a suggestion', () => {
  it.each<[string, string, string, string, object]>([
    ['a class', 'nodes.0.class_name', 'the installed MIM has no class fvBDD', 'fvBD', { class_name: 'fvBD' }],
    [
      'a property among others',
      'nodes.0.properties',
      'fvBD has no property arpFlod',
      'arpFlood',
      { properties: ['name', 'arpFlood'] },
    ],
    [
      'a property of a filter',
      'nodes.0.filters.0.any.0.property',
      'fvBD has no property arpFlod',
      'arpFlood',
      { filters: [{ any: [{ property: 'arpFlood', operator: 'eq', value: 'yes' }] }] },
    ],
    [
      'a column',
      'post_processors.0.config.by.0.column',
      `sort: ${COLUMN}`,
      'name',
      { config: { by: [{ column: 'name' }] } },
    ],
    [
      'a column that is a key',
      'post_processors.1.config.columns.nam',
      `rename: ${COLUMN}`,
      'name',
      { config: { columns: { name: 'title', 'VRF.nam': 'vrf' } } },
    ],
    [
      'a key with a dot',
      'post_processors.1.config.columns.VRF.nam',
      'rename: there is no column VRF.nam at this step',
      'VRF.name',
      { config: { columns: { nam: 'title', 'VRF.name': 'vrf' } } },
    ],
    [
      'a column in an expression',
      'post_processors.2.config.expression',
      `compute: ${COLUMN}`,
      'name',
      { config: { column: 'x', expression: 'name + "nam" + names + row["name"] + row["VRF.nam"]' } },
    ],
    [
      'an option',
      'post_processors.3.config.cuont',
      'limit: there is no option cuont; expected one of count',
      'count',
      { config: { count: 5 } },
    ],
    [
      'the type of a step',
      'post_processors.3.type',
      'there is no post-processor limt; expected one of limit',
      'limit',
      { type: 'limit' },
    ],
  ])('replaces %s', (_, path, message, suggestion, expected) => {
    const changes = applySuggestion(canvas, { code: 'unknown', path, message }, suggestion)
    const [kind, index] = path.split('.') as ['nodes' | 'post_processors', string]

    expect(applyChanges(canvas, changes)[kind][Number(index)]).toMatchObject(expected)
  })

  it.each([
    undefined,
    'nodes',
    'nodes.0',
    'nodes.7.class_name',
    'edges.0.through',
    'nodes.0.filters.5.property',
    'post_processors.0.config.x',
  ])('replaces nothing at %s', (path) => {
    expect(
      applySuggestion(canvas, { code: 'unknown', message: COLUMN, ...(path !== undefined && { path }) }, 'name'),
    ).toEqual([])
  })
})
