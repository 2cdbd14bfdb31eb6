import { describe, expect, it } from 'vitest'
import { draftKey } from './draft-key.ts'
import { wireCanvas } from './wire-canvas.ts'

const canvasOf = (node: object, step: object = { id: 's1', type: 'limit', config: { count: 1 } }) =>
  wireCanvas({ nodes: [{ id: 'n1', class_name: 'fvBD', ...node }], edges: [], post_processors: [step] })

describe('the key of a draft', () => {
  it.each([
    ['a position', { position: { x: 1, y: 2 } }],
    ['a size', { width: 200, height: 80 }],
  ])('does not depend on %s', (_, drawn) => {
    expect(draftKey(canvasOf(drawn))).toBe(draftKey(canvasOf({})))
  })

  it.each<[string, object, object?]>([
    ['a class', { class_name: 'fvCtx' }],
    ['a filter', { filters: [{ property: 'name', operator: 'eq', value: 'a' }] }],
    ['a step', {}, { id: 's1', type: 'limit', config: { count: 2 } }],
    ['an option called like something drawn', {}, { id: 's1', type: 'rename', config: { columns: { width: 'w' } } }],
    ['the order of parts', {}, { id: 's2', type: 'limit', config: { count: 1 } }],
  ])('depends on %s', (_, node, step) => {
    expect(draftKey(canvasOf(node, step))).not.toBe(draftKey(canvasOf({})))
  })
})
