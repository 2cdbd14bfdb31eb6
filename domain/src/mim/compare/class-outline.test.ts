import { describe, expect, it } from 'vitest'
import { classRecord, propertyRecord } from '../../testing/class-record.ts'
import { compiledGraph, realGraph } from '../../testing/compiled-graph.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { outlineLines } from './class-outline.ts'

/** Written the plain way, without sharing anything between classes. */
function plainLine(graph: ClassGraph, id: number): string {
  const relation = graph.relationOf(id)
  return JSON.stringify({
    name: graph.className(id),
    is_abstract: graph.has(id, 'is_abstract'),
    relation: relation?.is_source ? [relation.source, relation.target] : null,
    properties: Object.fromEntries(
      graph.properties(id).map(({ name, type, values }) => [name, [type, ...(values.length <= 100 ? values : [])]]),
    ),
  })
}

describe('the outlines of a model', () => {
  it.each([
    ['real classes', realGraph],
    [
      'names that an object orders or has once',
      () =>
        compiledGraph([
          classRecord('fvNone', { properties: [] }),
          classRecord('fvNumbers', { properties: ['b', '10', '2', 'a', '07'] }),
          classRecord('fvTwice', {
            properties: ['a', propertyRecord('b', { type: 'integer' }), propertyRecord('a', { type: 'mac' })],
          }),
          classRecord('fvOdd', { properties: ['__proto__', 'constructor', 'say "hi"', 'ü'] }),
          classRecord('fvMany', {
            properties: [
              propertyRecord('few', { type: 'enum', values: ['a', 'b'] }),
              propertyRecord('many', { type: 'enum', values: Array.from({ length: 101 }, (_, at) => `v${at}`) }),
            ],
          }),
        ]),
    ],
  ])('are those of its classes: %s', (_, graphOf) => {
    const graph = graphOf()

    const lines = [...outlineLines(graph)]

    expect(lines).toEqual(lines.map((_line, id) => plainLine(graph, id)))
    expect(lines).toHaveLength(graph.classCount)
  })
})
