import { describe, expect, it } from 'vitest'
import { createCanvasStore } from '../canvas-store.ts'
import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { addChain, addClass, addWay, connectNodes } from './add-class.ts'
import { describeWay, matchWays, modelWays, threadOf, type JoinWay } from './ways.ts'

const NONE = { forward: null, backward: null }
const relation = (direction: 'forward' | 'backward', cardinality = 'n-to-1') => ({
  contains: NONE,
  relations: [{ through: 'fvRsCtx', direction, cardinality, inherited_from: null }],
})

describe('a way between two classes', () => {
  it.each([
    [
      'down',
      { contains: { forward: 'child', backward: null }, relations: [] },
      'below',
      { source: 'a', target: 'b', kind: 'contains' },
    ],
    [
      'far down',
      { contains: { forward: 'any', backward: null }, relations: [] },
      'further below',
      { source: 'a', target: 'b', kind: 'contains' },
    ],
    [
      'up',
      { contains: { forward: null, backward: 'child' }, relations: [] },
      'above',
      { source: 'b', target: 'a', kind: 'contains' },
    ],
    [
      'to what it refers to',
      relation('forward'),
      'fvRsCtx · n:1',
      { source: 'a', target: 'b', kind: 'references', through: 'fvRsCtx' },
    ],
    [
      'from what refers to it',
      relation('backward'),
      'fvRsCtx · from · 1:n',
      { source: 'b', target: 'a', kind: 'references', through: 'fvRsCtx' },
    ],
  ] as const)('leads %s', (_name, connections, words, thread) => {
    const [way] = modelWays(connections as Parameters<typeof modelWays>[0])

    expect(describeWay(way!)).toBe(words)
    expect(threadOf(way!, 'a', 'b')).toEqual(thread)
  })

  it('compares properties where nothing else fits', () => {
    const [way] = matchWays({ shared: [{ source: 'name', target: 'name' }] })

    expect(describeWay(way!)).toBe('name = name')
    expect(threadOf(way!, 'a', 'b')).toEqual({
      source: 'a',
      target: 'b',
      kind: 'match',
      on: { source: 'name', target: 'name' },
    })
  })
})

const REFERENCE: JoinWay = {
  kind: 'references',
  direction: 'forward',
  through: 'fvRsCtx',
  cardinality: 'n:1',
  inheritedFrom: null,
}
const BELOW: JoinWay = { kind: 'contains', direction: 'forward', depth: 'child' }

describe('adding to a canvas', () => {
  const store = () => createCanvasStore(wireCanvas({ nodes: [{ id: 'bd', class_name: 'fvBD' }] }))
  const parts = (of: ReturnType<typeof store>) => of.getState().history.present

  it('puts a class into free space, in one step of Undo', () => {
    const canvas = store()
    addClass(canvas, 'fvBD')
    const [first, second] = parts(canvas).nodes
    expect(second).toMatchObject({ id: 'bd2', class_name: 'fvBD' })
    expect(first?.position).toEqual({ x: 0, y: 0 })
    expect((second?.position as { x: number }).x).toBeGreaterThan(216)
    expect(canvas.getState().selection.nodes).toEqual(['bd2'])
    canvas.getState().undo()
    expect(parts(canvas).nodes).toEqual([{ id: 'bd', class_name: 'fvBD' }])
  })

  it('joins a class to a node', () => {
    const canvas = store()
    addWay(canvas, 'bd', { className: 'fvCtx', way: REFERENCE })

    expect(parts(canvas).edges).toEqual([
      { id: 'e1', source: 'bd', target: 'ctx', kind: 'references', through: 'fvRsCtx' },
    ])
  })

  it('joins through what is between, in one step of Undo', () => {
    const canvas = store()
    addChain(canvas, 'bd', [
      { className: 'fvCtx', way: REFERENCE },
      { className: 'fvCtxDef', way: BELOW },
    ])

    expect(parts(canvas).edges.map(({ source, target }) => [source, target])).toEqual([
      ['bd', 'ctx'],
      ['ctx', 'ctxdef'],
    ])
    canvas.getState().undo()
    expect(parts(canvas).nodes).toHaveLength(1)
  })

  it('draws no thread twice', () => {
    const canvas = store()
    const other = addWay(canvas, 'bd', { className: 'fvCtx', way: REFERENCE })

    expect(connectNodes(canvas, 'bd', other, REFERENCE)).toBe('fvBD and fvCtx are already joined this way.')
    expect(connectNodes(canvas, 'bd', other, { kind: 'match', source: 'name', target: 'name' })).toBeUndefined()
    expect(parts(canvas).edges).toHaveLength(2)
  })
})
