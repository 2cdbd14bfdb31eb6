import { describe, expect, it } from 'vitest'
import { classRecord } from '../../testing/class-record.ts'
import { compiledGraph, idOf, realGraph } from '../../testing/compiled-graph.ts'
import { hasRealDocuments } from '../../testing/real-documents.ts'
import { childrenMatching } from './children-matching.ts'
import { contextRoots } from './context-roots.ts'
import { hierarchy } from './hierarchy.ts'
import { treeLevel } from './tree-level.ts'

const specific = { includeGeneric: false }
const everything = { includeGeneric: true }

const model = compiledGraph([
  classRecord('topRoot', { contains: ['polUni', 'fabricTopology', 'faultCounts', 'topMissing'] }),
  classRecord('polUni', { label: 'Policy Universe', rn_format: 'uni', contains: ['fvTenant'] }),
  classRecord('fabricTopology', { label: 'topology', is_configurable: false }),
  classRecord('faultCounts', { is_configurable: false }),
  classRecord('fvTenant', { label: 'Tenant', is_context_root: true, contains: ['tagAnnotation', 'vnsFolder', 'fvBD'] }),
  classRecord('fvBD', { label: 'Bridge Domain', contained_by: ['fvTenant'] }),
  classRecord('vnsFolder', { label: 'Folder', contains: ['vnsFolder', 'vnsParam', 'tagAnnotation'] }),
  classRecord('vnsParam'),
  classRecord('tagAnnotation'),
])
const level = (parent: string | undefined, options = specific) =>
  treeLevel(model, parent === undefined ? undefined : idOf(model, parent), options)
const listed = (parent: string | undefined, options = specific) =>
  level(parent, options).nodes.map(({ class_name, child_count }) => `${class_name} ${String(child_count)}`)

describe('the tree', () => {
  it('begins with the children of the root', () => {
    expect(level(undefined)).toMatchObject({ parent: null, generic_count: 1 })
    expect(listed(undefined)).toEqual(['fabricTopology 0', 'polUni 1'])
  })

  it('lists the children that operators know, then the others by display name, without generic ones, which the counts exclude, too', () => {
    expect(level('fvTenant')).toMatchObject({ parent: 'fvTenant', generic_count: 1 })
    expect(listed('fvTenant')).toEqual(['fvBD 0', 'vnsFolder 2'])
    expect(level('fvTenant').nodes[1]).toEqual({
      ...{ class_name: 'vnsFolder', display_name: 'Folder', package: 'vns', category: 'configuration', rn_format: '' },
      ...{ has_children: true, child_count: 2, objects: null },
    })
  })

  it('shows generic children on request', () => {
    expect(level('fvTenant', everything).generic_count).toBe(0)
    expect(listed('fvTenant', everything)).toEqual(['fvBD 0', 'tagAnnotation 0', 'vnsFolder 3'])
  })

  it('offers where operators begin beside the roots, and says how many objects there are where that is known', () => {
    const counted = { ...specific, objects: (name: string) => (name === 'fvTenant' ? 12 : undefined) }
    const { start } = treeLevel(model, undefined, counted)

    expect(start.map(({ class_name, objects }) => [class_name, objects])).toEqual([['fvTenant', 12]])
    expect(level('polUni').start).toEqual([])
  })

  it('can be expanded repeatedly where a class contains itself', () => {
    expect(listed('vnsFolder')).toEqual(['vnsFolder 2', 'vnsParam 0'])
  })

  it('begins with classes without containers if the root was not imported', () => {
    const graph = compiledGraph([
      classRecord('fvTenant', { is_context_root: true, contained_by: ['polUni'] }),
      classRecord('vmmDomP', { contains: ['vmmCtrlrP'] }),
      classRecord('vmmCtrlrP'),
      classRecord('fvLonely'),
      classRecord('fvBase', { is_abstract: true, contains: ['vmmCtrlrP'] }),
    ])

    expect(treeLevel(graph, undefined, specific).nodes.map(({ class_name }) => class_name)).toEqual([
      'fvTenant',
      'vmmDomP',
    ])
  })

  it('is empty without classes', () => {
    expect(treeLevel(compiledGraph([]), undefined, specific)).toEqual({
      parent: null,
      nodes: [],
      start: [],
      generic_count: 0,
    })
  })

  it.skipIf(!hasRealDocuments)('expands real classes', () => {
    const graph = realGraph()
    const below = (name: string | undefined) =>
      treeLevel(graph, name === undefined ? undefined : idOf(graph, name), specific).nodes.map(
        ({ class_name }) => class_name,
      )

    expect(below(undefined)).toContain('fvTenant')
    expect(below('fvTenant')).toEqual(expect.arrayContaining(['fvAp', 'fvBD', 'fvCtx']))
    expect(below('fvBD')).toEqual(expect.arrayContaining(['fvAccP', 'fvRsCtx']))
  })
})

describe('context roots', () => {
  it('are the classes marked as such', () => {
    expect(Array.from(contextRoots(model), (id) => model.className(id))).toEqual(['fvTenant'])
  })

  it('are the roots of the tree if the model marks none', () => {
    const graph = compiledGraph([classRecord('topRoot', { contains: ['polUni'] }), classRecord('polUni')])

    expect(Array.from(contextRoots(graph), (id) => graph.className(id))).toEqual(['polUni'])
  })
})

describe('a hierarchy', () => {
  it('has two levels by default, even where a class contains itself', () => {
    expect(hierarchy(model, idOf(model, 'fvTenant'), specific)).toEqual({
      ...{ class_name: 'fvTenant', display_name: 'Tenant', truncated: false, generic_count: 2 },
      children: [
        { class_name: 'fvBD', display_name: 'Bridge Domain', children: [] },
        {
          ...{ class_name: 'vnsFolder', display_name: 'Folder' },
          children: [
            { class_name: 'vnsFolder', display_name: 'Folder', children: [] },
            { class_name: 'vnsParam', display_name: 'Param', children: [] },
          ],
        },
      ],
    })
  })

  it.each([
    [1, 1],
    [3, 3],
    [5, 5],
    [50, 5],
    [0, 1],
  ])('with depth %i has %i levels', (depth, expected) => {
    let levels = -1
    for (let at = [hierarchy(model, idOf(model, 'vnsFolder'), { ...specific, depth })]; at.length > 0; levels++) {
      at = at.flatMap(({ children }) => children as typeof at)
    }

    expect(levels).toBe(expected)
  })

  it('is cut at 5,000 classes with complete upper levels', () => {
    const names = Array.from({ length: 100 }, (_, at) => `fvC${String(at)}`)
    const graph = compiledGraph(names.map((name) => classRecord(name, { contains: names })))

    const found = hierarchy(graph, 0, { ...specific, depth: 3 })

    expect(found.truncated).toBe(true)
    expect(found.children).toHaveLength(100)
    expect(found.children.filter(({ children }) => children.length === 100)).toHaveLength(49)
  })
})

describe('children matching a text', () => {
  it.each([
    ['bd', ['fvBD']],
    ['bridge', ['fvBD']],
    ['FOLD', ['vnsFolder']],
    ['annot', ['tagAnnotation']],
    ['param', []],
    ['  ', []],
  ])('are found by %j: %j', (text, expected) => {
    expect(childrenMatching(model, idOf(model, 'fvTenant'), text).map(({ name }) => name)).toEqual(expected)
  })
})
