import { describe, expect, it } from 'vitest'
import { engineModelOf } from '../mim/graph/graph-model.ts'
import type { ClassGraph } from '../mim/graph/class-graph.ts'
import { compiledGraph, idOf, realGraph } from '../testing/compiled-graph.ts'
import { classRecord } from '../testing/class-record.ts'
import { seededRandom } from '../testing/random.ts'
import { randomRecords } from '../testing/random-records.ts'
import { hasRealDocuments } from '../testing/real-documents.ts'
import type { CanvasEdge } from './canvas.ts'
import { connections, sharedProperties } from './connections.ts'
import { resolveEdge } from './resolve-edge.ts'

const modelOf = (graph: ClassGraph) => ({ graph, engine: engineModelOf(graph) })
type Model = ReturnType<typeof modelOf>

const EDGE: CanvasEdge = {
  ...{ id: 'e', source: 's', target: 't', kind: 'auto', depth: 'any', join: 'inner', properties: [] },
  ...{ through: undefined, on: undefined },
}
/** What the validator says of an edge. */
const judge = ({ engine }: Model, source: string, target: string, edge: Partial<CanvasEdge>) =>
  resolveEdge({ ...EDGE, ...edge }, { source, target }, engine)
const ways = (model: Model, source: string, target: string) =>
  connections(model, idOf(model.graph, source), idOf(model.graph, target))

/** Asks the validator about every edge that could be drawn, and compares. */
function expectAgreement(model: Model, relations: readonly string[], source: string, target: string): void {
  const offered = ways(model, source, target)
  const depths = (from: string, to: string) => ({
    child: judge(model, from, to, { kind: 'contains', depth: 'child' }).ok,
    any: judge(model, from, to, { kind: 'contains', depth: 'any' }).ok,
  })
  const accepted = relations.flatMap((through) => {
    const edge = judge(model, source, target, { kind: 'references', through })
    if (!edge.ok || edge.meaning.kind !== 'references') return []
    return [`${through} ${edge.meaning.holder === 'source' ? 'forward' : 'backward'}`]
  })
  const label = `${source} ${target}`
  const { forward, backward } = offered.contains
  expect({ child: forward === 'child', any: forward !== null }, label).toEqual(depths(source, target))
  expect({ child: backward === 'child', any: backward !== null }, label).toEqual(depths(target, source))
  expect(offered.relations.map(({ through, direction }) => `${through} ${direction}`).sort(), label).toEqual(
    accepted.sort(),
  )
}

const namesOf = (graph: ClassGraph) => Array.from({ length: graph.classCount }, (_, id) => graph.className(id))
const relationsOf = (graph: ClassGraph) => namesOf(graph).filter((_, id) => graph.relationOf(id)?.is_source === true)

describe('the ways to join two classes', () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'are those that the validator accepts (random model %i)',
    (seed) => {
      const model = modelOf(compiledGraph(randomRecords(seededRandom(seed))))
      const [names, relations] = [namesOf(model.graph), relationsOf(model.graph)]

      for (const source of names) for (const target of names) expectAgreement(model, relations, source, target)
    },
  )

  it.skipIf(!hasRealDocuments)(
    'are those that the validator accepts, for pairs of real classes',
    () => {
      const model = modelOf(realGraph())
      const [names, relations] = [namesOf(model.graph), relationsOf(model.graph)]
      const random = seededRandom(7)
      const known = ['fvTenant', 'fvBD', 'fvCtx', 'fvSubnet', 'fvAEPg', 'fvRsCtx', 'fvRsBd'].filter((name) =>
        names.includes(name),
      )

      for (const source of known) for (const target of known) expectAgreement(model, relations, source, target)
      for (let round = 0; round < 60; round += 1)
        expectAgreement(model, relations, random.pick(names), random.pick(names))
    },
    60_000,
  )

  const relation = (name: string, from_class: string) =>
    classRecord(name, {
      relation: {
        from_class,
        to_class: 'fvCtx',
        from_relation: name,
        to_relation: '',
        type: 'named',
        cardinality: 'n-to-1',
      },
    })
  const tenancy = modelOf(
    compiledGraph([
      classRecord('fvTenant', { contains: ['fvBD', 'fvCtx'] }),
      classRecord('fvBD', { contains: ['fvSubnet', 'fvRsCtx'], super_classes: ['fvABD'] }),
      classRecord('fvABD', { is_abstract: true }),
      classRecord('fvCtx'),
      classRecord('fvSubnet'),
      relation('fvRsCtx', 'fvBD'),
      relation('fvRsOther', 'fvABD'),
    ]),
  )

  it.each([
    ['fvTenant', 'fvBD', 'child', null],
    ['fvTenant', 'fvSubnet', 'any', null],
    ['fvSubnet', 'fvTenant', null, 'any'],
    ['fvBD', 'fvCtx', null, null],
  ])('from %s to %s: contained %s, the other way round %s', (source, target, forward, backward) => {
    expect(ways(tenancy, source, target).contains).toEqual({ forward, backward })
  })

  it('name relations with direction, cardinality and the superclass that declares them', () => {
    const cardinality = 'n-to-1'
    const listed = (direction: string) => [
      { through: 'fvRsCtx', direction, cardinality, inherited_from: null },
      { through: 'fvRsOther', direction, cardinality, inherited_from: 'fvABD' },
    ]

    expect(ways(tenancy, 'fvBD', 'fvCtx').relations).toEqual(listed('forward'))
    expect(ways(tenancy, 'fvCtx', 'fvBD').relations).toEqual(listed('backward'))
    expect(ways(tenancy, 'fvTenant', 'fvCtx').relations).toEqual([])
  })

  it('leave it to the user where `auto` would be ambiguous', () => {
    const auto = judge(tenancy, 'fvBD', 'fvCtx', { kind: 'auto' })

    expect(!auto.ok && [auto.fault.code, auto.fault.suggestions]).toEqual([
      'ambiguous_relation',
      ['fvRsCtx', 'fvRsOther'],
    ])
  })
})

describe('the properties that two classes share', () => {
  const graph = compiledGraph([
    classRecord('aOne', { properties: ['dn', 'descr', 'mac', 'name'] }),
    classRecord('bTwo', { properties: ['dn', 'descr', 'name', 'mac', 'other'] }),
  ])

  it('are those with one name and type that are not on every class', () => {
    expect(sharedProperties(graph, idOf(graph, 'aOne'), idOf(graph, 'bTwo'))).toEqual([
      { source: 'mac', target: 'mac' },
      { source: 'name', target: 'name' },
    ])
  })
})
