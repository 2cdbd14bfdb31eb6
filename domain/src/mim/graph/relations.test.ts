import { describe, expect, it } from 'vitest'
import { classRecord } from '../../testing/class-record.ts'
import { compiledGraph, idOf, realGraph } from '../../testing/compiled-graph.ts'
import { hasRealDocuments } from '../../testing/real-documents.ts'
import type { ClassGraph } from './class-graph.ts'

const said = (graph: ClassGraph, name: string) =>
  graph
    .relations(idOf(graph, name))
    .map(({ direction, relation_class, other, inherited_from }) =>
      [direction, relation_class, graph.className(other), inherited_from].join(' '),
    )

const relation = {
  ...{ from_class: 'fvABDPol', from_relation: 'fvRsCtx', to_class: 'fvCtx', to_relation: 'fvRtCtx' },
  ...{ type: 'named', cardinality: 'n-to-1' },
}
const abstract = classRecord('fvABDPol', { is_abstract: true, relations_to: [['fvRsCtx', 'fvCtx']] })
const domain = classRecord('fvBD', { super_classes: ['fvABDPol'], relations_to: [['fvRsCtx', 'fvCtx']] })
const context = classRecord('fvCtx', { relations_from: [['fvRtCtx', 'fvABDPol']] })
const source = classRecord('fvRsCtx', { relation })
const target = classRecord('fvRtCtx', { relation })

describe('the relations of a class', () => {
  it('are listed once, with the superclass that declares them', () => {
    const graph = compiledGraph([abstract, domain, context, source, target])

    expect(graph.counts.relations).toBe(1)
    expect(said(graph, 'fvBD')).toEqual(['to fvRsCtx fvCtx fvABDPol'])
    expect(said(graph, 'fvABDPol')).toEqual(['to fvRsCtx fvCtx '])
    expect(said(graph, 'fvCtx')).toEqual(['from fvRsCtx fvABDPol '])
    expect(graph.relations(idOf(graph, 'fvBD'))[0]).toMatchObject({
      reverse_class: 'fvRtCtx',
      type: 'named',
      cardinality: 'n-to-1',
    })
  })

  it.each([
    ['both relation classes', [abstract, domain, context]],
    ['the source class', [abstract, domain, context, target]],
    ['the target class', [abstract, domain, context, source]],
    ['the other end', [domain, context, source]],
  ])('relations are known without %s', (_, records) => {
    const graph = compiledGraph(records)

    expect(said(graph, 'fvBD')).toEqual(['to fvRsCtx fvCtx fvABDPol'])
  })

  it('list the subclasses of an end that was not imported', () => {
    const graph = compiledGraph([domain, context])

    expect(said(graph, 'fvCtx')).toEqual(['from fvRsCtx fvBD '])
  })

  it('have the name of the source class, even in different packages', () => {
    const records = [
      classRecord('fvEPg', { relations_from: [['fvRtExporterToEPg', 'netflowPol']] }),
      classRecord('netflowPol'),
    ]

    expect(said(compiledGraph(records), 'fvEPg')).toEqual(['from netflowRsExporterToEPg netflowPol '])
  })

  it('are found on both relation classes', () => {
    const graph = compiledGraph([source, target])
    const ends = {
      relation_class: 'fvRsCtx',
      reverse_class: 'fvRtCtx',
      source: 'fvABDPol',
      target: 'fvCtx',
      type: 'named',
      cardinality: 'n-to-1',
    }

    expect(graph.relationOf(idOf(graph, 'fvRsCtx'))).toEqual({ is_source: true, ...ends })
    expect(graph.relationOf(idOf(graph, 'fvRtCtx'))).toEqual({ is_source: false, ...ends })
  })

  it('terminate if a class inherits from itself', () => {
    const circle = [
      classRecord('fvA', { super_classes: ['fvB'], sub_classes: ['fvB'], relations_to: [['fvRsX', 'fvB']] }),
      classRecord('fvB', { super_classes: ['fvA'], relations_to: [['fvRsX', 'fvA']] }),
    ]

    expect(() => said(compiledGraph(circle), 'fvA')).not.toThrow()
  })

  it.skipIf(!hasRealDocuments)('have their types and directions for real classes', () => {
    const graph = realGraph()
    const found = said(graph, 'fvBD')

    expect(found).toContain('to fvRsCtx fvCtx fvABDPol')
    expect(found).toContain('from fvRsBd fvAEPg ')
    expect(said(graph, 'fvCtx')).toContain('from fvRsCtx fvBD ')
    expect(graph.relations(idOf(graph, 'fvAEPg')).find((one) => one.relation_class === 'fvRsProtBy')).toMatchObject({
      ...{
        direction: 'to',
        cardinality: 'n-to-m',
        type: 'named',
        reverse_class: 'vzRtProtBy',
        inherited_from: 'fvEPg',
      },
    })
  })
})
