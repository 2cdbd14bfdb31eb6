import { describe, expect, it } from 'vitest'
import { suggest } from '../../suggest.ts'
import { classInfoOf } from '../../testing/class-info-of.ts'
import type { ClassRecord } from '../class-record.ts'
import { classRecord } from '../../testing/class-record.ts'
import { compiledGraph, realGraph } from '../../testing/compiled-graph.ts'
import { type Random, seededRandom } from '../../testing/random.ts'
import { randomRecords } from '../../testing/random-records.ts'
import { hasRealDocuments, parseRealRecords } from '../../testing/real-documents.ts'
import { documentModel } from '../../testing/document-model.ts'
import type { ClassModel } from '../model.ts'
import { engineModelOf } from './graph-model.ts'

/** Names to test: imported classes, classes only mentioned, and an unknown one. */
function namesIn(records: readonly ClassRecord[]): string[] {
  const spoken = records.flatMap((record) => [
    record.name,
    ...record.contains,
    ...record.contained_by,
    ...record.super_classes,
  ])
  return [...new Set([...spoken, 'noSuchClass'])]
}

/** Compares in one go: an assertion for each of thousands of pairs would take longer than the lookups. */
function expectSameAnswers(
  model: ClassModel,
  expected: ClassModel,
  names: readonly string[],
  random: Random,
  rounds: number,
): void {
  const pairs = Array.from({ length: rounds }, () => [random.pick(names), random.pick(names)] as const)
  const answers = (of: ClassModel) =>
    pairs.map(([a, b]) =>
      [a, b, of.relationsBetween(a, b).join(), of.canContain(a, b, 'child'), of.canContain(a, b, 'any')].join(' '),
    )

  expect(answers(model)).toEqual(answers(expected))
}

describe("the query engine's model over a compiled graph", () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed))('agrees with the documents (random model %i)', (seed) => {
    const random = seededRandom(seed)
    const records = randomRecords(random)

    expectSameAnswers(
      engineModelOf(compiledGraph(records)),
      documentModel(records.map(classInfoOf)),
      namesIn(records),
      random,
      200,
    )
  })

  it.skipIf(!hasRealDocuments)('agrees with the real documents', () => {
    const records = parseRealRecords()
    const [model, expected] = [engineModelOf(realGraph()), documentModel(records.map(classInfoOf))]
    const imported = records.map(({ name }) => name)

    expectSameAnswers(model, expected, imported, seededRandom(1), 2_000)
    expectSameAnswers(model, expected, namesIn(records), seededRandom(2), 2_000)
  })

  it.skipIf(!hasRealDocuments)('describes every real class like its document', () => {
    const model = engineModelOf(realGraph())
    for (const record of parseRealRecords()) {
      const expected = classInfoOf(record)
      const found = model.find(record.name)

      // A graph has both sides of containment, a document only one.
      expect({ ...found, contains: null, contained_by: null }).toEqual({
        ...expected,
        contains: null,
        contained_by: null,
      })
      expect([...expected.contains].every((name) => found?.contains.has(name))).toBe(true)
      expect([...expected.contained_by].every((name) => found?.contained_by.has(name))).toBe(true)
    }
  })

  it('does not find a class that was only mentioned', () => {
    const model = engineModelOf(compiledGraph([classRecord('fvTenant', { contains: ['fvBD'] })]))

    expect(model.installed).toBe(true)
    expect(model.find('fvBD')).toBeUndefined()
    expect(model.canContain('fvTenant', 'fvBD', 'child')).toBe(true)
  })

  it('treats an abstract class as its subclasses, of which there may be thousands', () => {
    const many = Array.from({ length: 3_000 }, (_, at) =>
      classRecord(`fvC${String(at)}`, { super_classes: ['fvA'], contained_by: ['fvC0'] }),
    )
    const model = engineModelOf(compiledGraph([classRecord('fvA', { is_abstract: true }), ...many]))

    expect(model.canContain('fvA', 'fvA', 'any')).toBe(true)
    expect(model.canContain('fvA', 'fvC0', 'child')).toBe(true)
    expect(model.canContain('fvC1', 'fvA', 'any')).toBe(false)
  })

  it.each(['fvTennant', 'fvBDD', 'fvtenant', 'arp', '', 'vzBrCp', 'fvRsDomAt', 'somethingElse'])(
    'suggests the same for %j as a comparison with every name',
    (misspelt) => {
      const names = [
        'fvTenant',
        'fvBD',
        'fvRtTenant',
        'fvBDDef',
        'arpIf',
        'vzBrCP',
        'vzCPIf',
        'fvRsDomAtt',
        'fvRtDomAtt',
        'arpFloodingPolicy',
      ]
      const model = engineModelOf(compiledGraph(names.map((name) => classRecord(name))))

      expect(model.suggestClasses(misspelt)).toEqual(suggest(misspelt, names))
    },
  )
})
