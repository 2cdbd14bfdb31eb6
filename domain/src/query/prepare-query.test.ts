import { describe, expect, it } from 'vitest'
import { knownModel } from '../mim/known-model.ts'
import { edge, node } from '../testing/canvas-builder.ts'
import { smallMim } from '../testing/small-mim.ts'
import { prepareQuery } from './prepare-query.ts'

const byTenant = {
  nodes: [
    node('t', 'fvTenant', { filters: [{ property: 'name', operator: 'eq', value: '{{tenant}}' }] }),
    node('bd', 'fvBD'),
  ],
  edges: [edge('t → bd')],
}

describe('preparing a query', () => {
  it('plans a valid canvas with its variables filled in', () => {
    const { errors, plan } = prepareQuery({ canvas: byTenant, variables: { tenant: 'a' }, model: smallMim })

    expect(errors).toEqual([])
    expect(plan?.fetches[1]?.tables[0]?.scope_dn).toBe('uni/tn-a')
  })

  it('gives warnings but no plan for a canvas with errors', () => {
    const { errors, warnings, plan } = prepareQuery({ canvas: byTenant, model: knownModel })

    expect(errors).toMatchObject([{ code: 'missing_variable', node_id: 't', path: 'nodes.0.filters.0.value' }])
    expect(warnings).toMatchObject([{ code: 'mim_not_installed' }])
    expect(plan).toBeUndefined()
  })

  it.each([
    ['an invalid class name', { nodes: [{ id: 'a', class_name: 'a/b' }], edges: [] }, ['unknown_class']],
    [
      'an end that is not a string',
      { nodes: [node('a', 'fvBD')], edges: [{ source: 'a', target: 7 }] },
      ['edge_endpoint_missing'],
    ],
    [
      'a match without properties',
      { nodes: [node('a', 'fvBD'), node('b', 'fvBD')], edges: [{ source: 'a', target: 'b', kind: 'match' }] },
      ['bad_value'],
    ],
    [
      'half a match',
      {
        nodes: [node('a', 'fvBD'), node('b', 'fvBD')],
        edges: [{ source: 'a', target: 'b', kind: 'match', on: { source: 'name' } }],
      },
      ['bad_value'],
    ],
    [
      'a step without a type',
      { nodes: [node('a', 'fvBD')], edges: [], post_processors: [{ id: 's' }] },
      ['unknown_post_processor'],
    ],
    [
      'something that is not a filter',
      { nodes: [{ id: 'a', class_name: 'fvBD', filters: [7] }], edges: [] },
      ['bad_value'],
    ],
    [
      'a count that is a missing variable',
      {
        nodes: [node('a', 'fvBD')],
        edges: [],
        post_processors: [{ id: 's', type: 'limit', config: { count: '{{n}}' } }],
      },
      ['missing_variable'],
    ],
  ])('reports %s once', (_, canvas, codes) => {
    expect(prepareQuery({ canvas, model: smallMim }).errors.map(({ code }) => code)).toEqual(codes)
  })

  it('reports the faults of parsing, filling in and validating together', () => {
    const canvas = {
      nodes: [node('a', 'fvBD', { alias: 7 as never, scope_dn: '{{where}}', properties: ['nme'] })],
      edges: [],
    }

    expect(prepareQuery({ canvas, model: smallMim }).errors.map(({ code }) => code)).toEqual([
      'bad_value',
      'missing_variable',
      'unknown_property',
    ])
  })

  it('does not check skipped post-processors', () => {
    const canvas = { nodes: [node('a', 'fvBD')], edges: [], post_processors: [{ id: 's', type: 'nonsense' }] }

    expect(prepareQuery({ canvas, model: smallMim, skipPostProcessors: true })).toMatchObject({
      errors: [],
      plan: { post_processors: [] },
    })
  })

  it.each([[undefined], [null], [{}], ['text'], [7]])('reports errors for %j in place of every list', (value) => {
    expect(
      prepareQuery({ canvas: { nodes: value, edges: value, post_processors: value }, model: smallMim }).errors.length,
    ).toBeGreaterThan(0)
  })
})
