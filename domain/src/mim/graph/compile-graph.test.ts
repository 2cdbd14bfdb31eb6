import { describe, expect, it } from 'vitest'
import type { ClassRecord } from '../class-record.ts'
import { classRecord, propertyRecord } from '../../testing/class-record.ts'
import { compiledGraph, idOf, realGraph } from '../../testing/compiled-graph.ts'
import { seededRandom } from '../../testing/random.ts'
import { randomRecords } from '../../testing/random-records.ts'
import { hasRealDocuments, parseRealRecords } from '../../testing/real-documents.ts'
import type { ClassGraph } from './class-graph.ts'
import { createGraphCompiler } from './compile-graph.ts'

const names = (graph: ClassGraph, ids: Iterable<number>) => Array.from(ids, (id) => graph.className(id))
const distinct = (list: readonly string[]) => [...new Set(list)]

function expectAnswersOf(records: readonly ClassRecord[], graph: ClassGraph): void {
  const byName = new Map(records.map((record) => [record.name, record]))
  const known = (list: readonly string[]) => list.filter((name) => byName.has(name))
  const all = [...byName.values()]
  expect(
    names(
      graph,
      Array.from({ length: graph.classCount }, (_, id) => id),
    ),
  ).toEqual([...byName.keys()].sort())
  for (const record of all) {
    const id = idOf(graph, record.name)
    const containers = [
      ...record.contained_by,
      ...all.filter(({ contains }) => contains.includes(record.name)).map(({ name }) => name),
    ]
    const contained = [
      ...record.contains,
      ...all.filter(({ contained_by }) => contained_by.includes(record.name)).map(({ name }) => name),
    ]
    expect(graph.describe(id)).toMatchObject({
      ...{ name: record.name, package: record.package, label: record.label, description: record.description },
      ...{
        rn_format: record.rn_format,
        naming: record.naming,
        dn_formats: record.dn_formats,
        dn_format_count: record.dn_format_count,
      },
      ...{
        is_abstract: record.is_abstract,
        is_configurable: record.is_configurable,
        is_deprecated: record.is_deprecated,
      },
    })
    expect(graph.properties(id)).toEqual(record.properties)
    expect(names(graph, graph.containers(id))).toEqual(known(distinct(containers)).sort())
    expect(names(graph, graph.contained(id))).toEqual(known(distinct(contained)).sort())
    expect(names(graph, graph.superClasses(id))).toEqual(known(record.super_classes))
    expect(names(graph, graph.subClasses(id))).toEqual(
      all
        .filter(({ super_classes }) => super_classes.includes(record.name))
        .map(({ name }) => name)
        .sort(),
    )
  }
}

function expectDefinitionsOf(records: readonly ClassRecord[], graph: ClassGraph): void {
  const words = (id: number) =>
    [graph.definitionName(id), graph.definitionLabel(id), graph.definitionDescription(id)].join('|')
  const ids = Array.from({ length: graph.definitionCount }, (_, id) => id)
  const owners = new Map<string, string[]>()
  for (const { name, properties } of records) {
    for (const key of distinct(properties.map((one) => [one.name, one.label, one.description].join('|')))) {
      owners.set(key, [...(owners.get(key) ?? []), name])
    }
  }
  expect(ids.map(words).sort()).toEqual([...owners.keys()].sort())
  for (const id of ids) {
    const found = Array.from(graph.definitionOwners(id))
    expect(names(graph, found).sort()).toEqual(owners.get(words(id))?.sort())
    const ranks = found.map((owner) => graph.classRank(owner))
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  }
}

describe('a compiled graph', () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed))('matches the records (random model %i)', (seed) => {
    const records = randomRecords(seededRandom(seed))

    const graph = compiledGraph(records)

    expectAnswersOf(records, graph)
    expectDefinitionsOf(records, graph)
  })

  it.skipIf(!hasRealDocuments)('matches the real documents', () => {
    expectAnswersOf(parseRealRecords(), realGraph())
    expectDefinitionsOf(parseRealRecords(), realGraph())
  })

  it('keeps the later of two records of a class, and nothing of the earlier one', () => {
    const earlier = classRecord('fvBD', { label: 'Old', contains: ['fvSubnet'], properties: ['a', 'b', 'c'] })
    const graph = compiledGraph([
      earlier,
      classRecord('fvSubnet'),
      classRecord('fvBD', { label: 'New', properties: ['d'] }),
    ])

    expectAnswersOf([classRecord('fvBD', { label: 'New', properties: ['d'] }), classRecord('fvSubnet')], graph)
    expect(graph.counts).toMatchObject({ classes: 2, properties: 1, containments: 0 })
  })

  it('counts classes, properties, packages, edges and dangling references', () => {
    const graph = compiledGraph([
      classRecord('fvTenant', { contains: ['fvBD', 'fvMissing'], properties: ['dn', 'name'] }),
      classRecord('fvBD', { contained_by: ['fvTenant'], super_classes: ['fvAbsent'], properties: ['dn'] }),
      classRecord('vzBrCP', { relations_to: [['vzRsA', 'fvBD'], ['vzRsB', 'xGone']] }), // prettier-ignore
    ])

    expect(graph.counts).toEqual({ classes: 3, properties: 3, packages: 2, containments: 1, relations: 1, dangling: 3 })
  })

  it('is empty if nothing was added', () => {
    const graph = compiledGraph([])

    expect(graph.find('fvBD')).toBeUndefined()
    expect(graph.counts).toEqual({ classes: 0, properties: 0, packages: 0, containments: 0, relations: 0, dangling: 0 })
  })

  it('stores equal properties of several classes once', () => {
    const shared = propertyRecord('dn', { description: 'Where it is.' })
    const graph = compiledGraph(['fvA', 'fvB', 'fvC'].map((name) => classRecord(name, { properties: [shared, 'own'] })))

    expect(graph.definitionCount).toBe(2)
    expect(graph.propertyCount(idOf(graph, 'fvB'))).toBe(2)
  })

  it('reports the progress of compilation', () => {
    const compiler = createGraphCompiler()
    const steps: (readonly [string, number, number])[] = []
    for (let at = 0; at < 2_500; at++)
      compiler.add(classRecord(`fvC${String(at)}`, { contained_by: ['fvC0'], properties: ['dn', 'name'] }))

    compiler.finish((...step) => steps.push(step))

    expect(steps).toEqual([
      ['properties', 2_000, 5_000],
      ['properties', 4_000, 5_000],
      ['properties', 5_000, 5_000],
      ['relations', 2_500, 2_500],
    ])
  })
})

describe('the kind of a class', () => {
  it.each([
    ['fvBD', {}, 'configuration', 0, false],
    ['fvCEp', { is_configurable: false }, 'operational', 2, false],
    ['fvRsCtx', {}, 'relation', 1, false],
    ['fvRtCtx', { is_configurable: false }, 'relation', 2, false],
    ['fvRtdEpP', {}, 'configuration', 0, false],
    ['polNToRef', { is_abstract: true, is_configurable: false }, 'abstract', 3, false],
    ['fvRsOld', { is_deprecated: true }, 'relation', 3, false],
    ['l2EgrBytesAg15min', { is_configurable: false }, 'statistics', 2, true],
    ['l2Odd', { is_statistics: true, is_configurable: false }, 'statistics', 2, true],
    ['faultInst', {}, 'fault', 0, true],
    ['faultDelegate', { is_configurable: false }, 'fault', 2, true],
    ['faultLcP', {}, 'fault', 0, false],
    ['eventRecord', { is_configurable: false }, 'event', 2, true],
    ['healthInst', { is_configurable: false }, 'health', 2, true],
    ['statsColl', {}, 'configuration', 0, false],
    ['tagAnnotation', {}, 'configuration', 0, true],
    ['aaaModLR', { is_configurable: false }, 'operational', 2, true],
    ['aaaRbacAnnotation', {}, 'configuration', 0, true],
    ['aaaUser', {}, 'configuration', 0, false],
  ] as const)('for %s %j is %s with rank %i (generic: %s)', (name, parts, category, rank, generic) => {
    const graph = compiledGraph([classRecord(name, parts)])

    expect([graph.category(0), graph.classRank(0), graph.isGeneric(0)]).toEqual([category, rank, generic])
  })

  it.skipIf(!hasRealDocuments)('hides all but the relevant ones of the 317 children of a real bridge domain', () => {
    const children = parseRealRecords().find(({ name }) => name === 'fvBD')?.contains ?? []
    const isConfigurable = (name: string) => !/^(?:fault|health)|\d\w+$/.test(name)
    const graph = compiledGraph(children.map((name) => classRecord(name, { is_configurable: isConfigurable(name) })))

    const specific = names(
      graph,
      Array.from({ length: graph.classCount }, (_, id) => id).filter((id) => !graph.isGeneric(id)),
    )

    expect(children).toHaveLength(317)
    expect(specific).toEqual(
      expect.arrayContaining(['fvSubnet', 'fvRsCtx', 'fvRsBDToOut', 'fvRtBd', 'dhcpLbl', 'vnsFolderInst', 'igmpIfP']),
    )
    expect(specific.length).toBeLessThan(65)
    expect(specific.filter((name) => /^(?:tag|fault|health|l2|l3)|min$|1d$/.test(name))).toEqual([])
  })
})
