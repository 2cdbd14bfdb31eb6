import { describe, expect, it } from 'vitest'
import { classRecord } from '../../testing/class-record.ts'
import { compiledGraph, idOf, realGraph } from '../../testing/compiled-graph.ts'
import { hasRealDocuments } from '../../testing/real-documents.ts'
import { relatedClasses } from './related-classes.ts'
import { relationships } from './relationships.ts'

const specific = { includeGeneric: false }
const everything = { includeGeneric: true }
const relation = {
  ...{ from_class: 'fvABDPol', from_relation: 'fvRsCtx', to_class: 'fvCtx', to_relation: 'fvRtCtx' },
  ...{ type: 'named', cardinality: 'n-to-1' },
}
const graph = compiledGraph([
  classRecord('fvABDPol', { is_abstract: true }),
  classRecord('fvTenant', { label: 'Tenant', contains: ['fvBD'] }),
  classRecord('fvBD', { label: 'Bridge Domain', super_classes: ['fvABDPol'], contains: ['fvSubnet', 'tagTag'] }),
  ...['fvSubnet', 'tagTag', 'fvCtx'].map((name) => classRecord(name)),
  classRecord('fvRsCtx', { relation }),
])
const related = (name: string) =>
  relatedClasses(graph, idOf(graph, name), specific).related.map((one) =>
    [one.relationship, one.name, one.relation_class].join(' '),
  )

describe('the relationships of a class', () => {
  it('are its containers, what it contains, and its associations with those it inherits', () => {
    expect(relationships(graph, idOf(graph, 'fvBD'), specific)).toEqual({
      class_name: 'fvBD',
      containers: [{ class_name: 'fvTenant', display_name: 'Tenant' }],
      contained: [{ class_name: 'fvSubnet', display_name: 'Subnet' }],
      generic_count: 1,
      associations: [
        {
          ...{
            relation_class: 'fvRsCtx',
            reverse_class: 'fvRtCtx',
            direction: 'to',
            class_name: 'fvCtx',
            display_name: 'Ctx',
          },
          ...{ cardinality: 'n-to-1', type: 'named', inherited_from: 'fvABDPol' },
        },
      ],
    })
  })

  it('include generic classes on request', () => {
    const found = relationships(graph, idOf(graph, 'fvBD'), everything)

    expect(found.contained.map(({ class_name }) => class_name)).toEqual(['fvSubnet', 'tagTag'])
    expect(found.generic_count).toBe(0)
  })

  it.skipIf(!hasRealDocuments)('are complete for real classes', () => {
    const found = relationships(realGraph(), idOf(realGraph(), 'fvBD'), specific)

    expect(found.containers.map(({ class_name }) => class_name)).toContain('fvTenant')
    expect(found.contained.map(({ class_name }) => class_name)).toEqual(expect.arrayContaining(['fvAccP', 'fvRsCtx']))
    expect(found.associations).toContainEqual({
      ...{
        relation_class: 'fvRsCtx',
        reverse_class: 'fvRtCtx',
        direction: 'to',
        class_name: 'fvCtx',
        display_name: 'VRF',
      },
      ...{ cardinality: 'n-to-1', type: 'named', inherited_from: 'fvABDPol' },
    })
    expect(found.associations).toContainEqual(
      expect.objectContaining({
        relation_class: 'fvRsBd',
        direction: 'from',
        class_name: 'fvAEPg',
        inherited_from: null,
      }),
    )
  })
})

describe('related classes', () => {
  it('are a single list with the kind of relationship', () => {
    expect(related('fvBD')).toEqual([
      'relation_to fvCtx fvRsCtx',
      'container fvTenant ',
      'contained fvSubnet ',
      'superclass fvABDPol ',
    ])
    expect(related('fvCtx')).toEqual(['relation_from fvABDPol fvRsCtx'])
    expect(related('fvABDPol')).toEqual(['relation_to fvCtx fvRsCtx', 'subclass fvBD '])
  })

  it('are limited to 500 of each kind', () => {
    const many = compiledGraph([
      classRecord('tagTag', { contained_by: Array.from({ length: 900 }, (_, at) => `fvC${String(at)}`) }),
      ...Array.from({ length: 900 }, (_, at) => classRecord(`fvC${String(at)}`)),
    ])

    expect(relatedClasses(many, idOf(many, 'tagTag'), everything).related).toHaveLength(500)
  })
})
