import { describe, expect, it } from 'vitest'
import { classRecord } from '../../testing/class-record.ts'
import { compiledGraph, idOf, realGraph } from '../../testing/compiled-graph.ts'
import { seededRandom } from '../../testing/random.ts'
import { randomRecords } from '../../testing/random-records.ts'
import { hasRealDocuments } from '../../testing/real-documents.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { ancestors } from './ancestors.ts'
import { treeRoots } from './tree-roots.ts'

const found = (graph: ClassGraph, name: string) =>
  ancestors(graph, idOf(graph, name)).paths.map((path) => path.map(({ class_name }) => class_name).join(' '))

/** Every path from a root without repetition, by brute force. */
function everyPath(graph: ClassGraph, id: number): string[] {
  const roots = new Set(treeRoots(graph))
  if (roots.has(id) || graph.containers(id).length === 0) return [graph.className(id)]
  const climb = (path: readonly number[]): number[][] =>
    Array.from(graph.containers(path[0]!)).flatMap((above) => {
      if (path.includes(above)) return []
      return roots.has(above) ? [[above, ...path]] : climb([above, ...path])
    })
  const paths = climb([id]).map((path) => path.map((step) => graph.className(step)))
  return paths.sort((a, b) => a.length - b.length || (a.join(' ') < b.join(' ') ? -1 : 1)).map((path) => path.join(' '))
}

describe('the ancestors of a class', () => {
  const graph = compiledGraph([
    classRecord('topRoot', { contains: ['polUni', 'compUni'] }),
    classRecord('polUni', { label: 'Universe', rn_format: 'uni', contains: ['fvTenant'] }),
    classRecord('compUni', { contains: ['vnsFolder'] }),
    classRecord('fvTenant', { contains: ['fvAp', 'vnsFolder'] }),
    classRecord('fvAp', { contains: ['vnsFolder'] }),
    classRecord('vnsFolder', { contains: ['vnsFolder'] }),
    classRecord('fvOrphan', { contained_by: ['fvOther'] }),
    classRecord('fvOther', { contained_by: ['fvOrphan'] }),
  ])

  it('are paths from a root down to it, shortest first', () => {
    expect(found(graph, 'vnsFolder')).toEqual([
      'compUni vnsFolder',
      'polUni fvTenant vnsFolder',
      'polUni fvTenant fvAp vnsFolder',
    ])
  })

  it('come with display names and RNs', () => {
    expect(ancestors(graph, idOf(graph, 'fvTenant'))).toEqual({
      class_name: 'fvTenant',
      paths: [
        [
          { class_name: 'polUni', display_name: 'Universe', rn_format: 'uni' },
          { class_name: 'fvTenant', display_name: 'Tenant', rn_format: '' },
        ],
      ],
      truncated: false,
    })
  })

  it('are the class alone for roots, and empty for a cycle that no root reaches', () => {
    expect(found(graph, 'polUni')).toEqual(['polUni'])
    expect(found(graph, 'topRoot')).toEqual(['topRoot'])
    expect(found(graph, 'fvOrphan')).toEqual([])
  })

  it.each(Array.from({ length: 30 }, (_, seed) => seed))('match a brute-force search (random model %i)', (seed) => {
    const graph = compiledGraph(randomRecords(seededRandom(seed)).slice(0, 12))
    for (let id = 0; id < graph.classCount; id++) {
      const all = everyPath(graph, id)
      const { truncated } = ancestors(graph, id)

      expect(truncated).toBe(all.length > 20)
      if (!truncated) expect(found(graph, graph.className(id))).toEqual(all)
    }
  })

  it('are limited where everything contains everything', () => {
    const names = Array.from({ length: 300 }, (_, at) => `fvC${String(at).padStart(3, '0')}`)
    const circle = compiledGraph([
      classRecord('topRoot', { contains: ['fvC000'] }),
      ...names.map((name) => classRecord(name, { contains: names })),
    ])

    const { paths, truncated } = ancestors(circle, idOf(circle, 'fvC299'))

    expect([paths.length, truncated]).toEqual([20, true])
    expect(paths.slice(0, 2).map((path) => path.length)).toEqual([2, 3])
  })

  it.skipIf(!hasRealDocuments)('start where the DN formats of real classes do', () => {
    expect(found(realGraph(), 'fvBD')).toEqual(['fvTenant fvBD'])
    expect(found(realGraph(), 'fvRsCtx')).toEqual(['fvTenant fvBD fvRsCtx'])
  })
})
