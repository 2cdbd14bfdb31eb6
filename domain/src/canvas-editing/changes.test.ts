import { describe, expect, it } from 'vitest'
import { applyChange, applyChanges, type CanvasChange } from './changes.ts'
import { edit, MOST_UNDOS, newHistory, redo, undo } from './edit-history.ts'
import { EMPTY_CANVAS, isSameCanvas, newId, wireCanvas, type WireCanvas } from './wire-canvas.ts'

const CANVAS: WireCanvas = wireCanvas({
  nodes: [
    { id: 'a', class_name: 'fvTenant', color: 'kept' },
    { id: 'b', class_name: 'fvBD' },
    { id: 'c', class_name: 'fvCtx' },
  ],
  edges: [
    { id: 'ab', source: 'a', target: 'b', kind: 'contains' },
    { id: 'bc', source: 'b', target: 'c', kind: 'references' },
  ],
  post_processors: [{ id: 's', type: 'limit', config: { count: 5 } }],
})

const ids = (canvas: WireCanvas) =>
  [canvas.nodes, canvas.edges, canvas.post_processors].map((parts) => parts.map(({ id }) => id).join(' '))

describe('a change of a canvas', () => {
  const cases: readonly (readonly [string, CanvasChange, readonly string[]])[] = [
    ['adds at the end', { type: 'add', kind: 'nodes', parts: [{ id: 'd' }] }, ['a b c d', 'ab bc', 's']],
    [
      'adds at a place',
      { type: 'add', kind: 'nodes', parts: [{ id: 'd' }, { id: 'e' }], at: 1 },
      ['a d e b c', 'ab bc', 's'],
    ],
    [
      'replaces a part whose id is taken',
      { type: 'add', kind: 'nodes', parts: [{ id: 'b' }] },
      ['a b c', 'ab bc', 's'],
    ],
    ['takes threads away with their nodes', { type: 'remove', kind: 'nodes', ids: ['b'] }, ['a c', '', 's']],
    ['takes a thread away alone', { type: 'remove', kind: 'edges', ids: ['ab'] }, ['a b c', 'bc', 's']],
    ['moves a part down', { type: 'reorder', kind: 'nodes', id: 'a', to: 1 }, ['b a c', 'ab bc', 's']],
    ['moves a part to the end', { type: 'reorder', kind: 'nodes', id: 'a', to: 9 }, ['b c a', 'ab bc', 's']],
    ['replaces everything', { type: 'replace', canvas: EMPTY_CANVAS }, ['', '', '']],
  ]
  it.each(cases)('%s', (_name, change, expected) => {
    expect(ids(applyChange(CANVAS, change))).toEqual(expected)
  })

  const nothing: readonly (readonly [string, CanvasChange])[] = [
    ['an unknown part', { type: 'set', kind: 'nodes', id: 'x', values: { alias: 'y' } }],
    ['the value it has', { type: 'set', kind: 'nodes', id: 'a', values: { class_name: 'fvTenant' } }],
    ['an id', { type: 'set', kind: 'nodes', id: 'a', values: { id: 'z' } }],
    ['the removal of nothing', { type: 'remove', kind: 'edges', ids: ['x'] }],
    ['the same place', { type: 'reorder', kind: 'nodes', id: 'a', to: 0 }],
  ]
  it.each(nothing)('is none for %s', (_name, change) => {
    expect(applyChange(CANVAS, change)).toBe(CANVAS)
  })

  it('sets keys and takes them away, and leaves the others alone', () => {
    const changed = applyChange(CANVAS, {
      type: 'set',
      kind: 'nodes',
      id: 'a',
      values: { alias: 'T', class_name: undefined },
    })

    expect(changed.nodes[0]).toEqual({ id: 'a', color: 'kept', alias: 'T' })
    expect(changed.nodes[1]).toBe(CANVAS.nodes[1])
  })
})

describe('the history of edits', () => {
  const named = (alias: string): CanvasChange => ({ type: 'set', kind: 'nodes', id: 'a', values: { alias } })

  it('brings back every canvas, both ways', () => {
    const changes = Array.from({ length: 50 }, (_, index) => named(`a${index}`))
    let history = newHistory(CANVAS)
    for (const change of changes) history = edit(history, [change])
    const last = history.present
    for (const _ of changes) history = undo(history)
    expect(history.present).toBe(CANVAS)
    for (const _ of changes) history = redo(history)
    expect(history.present).toBe(last)
  })

  it('undoes a gesture as a whole', () => {
    let history = edit(newHistory(CANVAS), [named('before')])
    for (const text of ['t', 'te', 'tex']) history = edit(history, [named(text)], 'typing')

    expect(undo(history).present.nodes[0]?.alias).toBe('before')
    expect(undo(edit(undo(history), [named('t')], 'typing')).present.nodes[0]?.alias).toBe('before')
  })

  it('forgets what was undone once something else is done, and what is too long ago', () => {
    let history = undo(edit(newHistory(CANVAS), [named('x')]))
    expect(edit(history, [named('y')]).future).toEqual([])
    for (let index = 0; index < MOST_UNDOS + 5; index += 1) history = edit(history, [named(`n${index}`)])
    expect(history.past).toHaveLength(MOST_UNDOS)
  })

  it('keeps no step for a change that changes nothing', () => {
    const history = newHistory(CANVAS)
    expect(edit(history, [{ type: 'remove', kind: 'nodes', ids: ['x'] }])).toBe(history)
  })
})

describe('a stored canvas', () => {
  it('is editable whatever it holds', () => {
    expect(wireCanvas({ nodes: [{ class_name: 'fvBD' }, 7, { id: 'n1' }], edges: null })).toEqual({
      nodes: [{ class_name: 'fvBD', id: 'n2' }, { id: 'n1' }],
      edges: [],
      post_processors: [],
    })
  })

  it('gives new ids that no part has', () => {
    expect(newId('edges', new Set(['e1', 'e3']))).toBe('e2')
    expect(applyChanges(EMPTY_CANVAS, [])).toBe(EMPTY_CANVAS)
  })

  it('is the same as a copy of it, whatever the order of keys, and not as one that differs anywhere', () => {
    const copy = structuredClone(CANVAS)
    const turned = {
      ...copy,
      nodes: copy.nodes.map((node) => Object.fromEntries(Object.entries(node).toReversed()) as typeof node),
    }

    expect([isSameCanvas(CANVAS, copy), isSameCanvas(CANVAS, turned)]).toEqual([true, true])
    expect(
      isSameCanvas(
        CANVAS,
        applyChange(copy, { type: 'set', kind: 'nodes', id: 'a', values: { position: { x: 1, y: 0 } } }),
      ),
    ).toBe(false)
    expect(isSameCanvas(CANVAS, applyChange(copy, { type: 'reorder', kind: 'nodes', id: 'a', to: 1 }))).toBe(false)
  })
})
