import { describe, expect, it } from 'vitest'
import { drawing } from '../testing/canvas-builder.ts'
import { orderEdges } from './join-order.ts'

describe('the order of joins', () => {
  it.each([
    ['a chain', ['a → b', 'b → c', 'c → d'], ['c-d', 'b-c', 'a-b']],
    ['edges of one source in canvas order', ['a → c', 'a → b'], ['a-c', 'a-b']],
    ['a diamond', ['a → b', 'a → c', 'b → d', 'c → d'], ['b-d', 'c-d', 'a-b', 'a-c']],
    ['a left edge after everything behind it', ['a left b', 'b → c'], ['b-c', 'a-left-b']],
    ['a without edge after other edges to its target', ['a without b', 'z → b'], ['z-b', 'a-b']],
    ['nested left edges from the inside', ['a left b', 'b left c', 'c → d'], ['c-d', 'b-c', 'a-b']],
  ])('is deepest source first: %s', (_, arrows, expected) => {
    expect(orderEdges(drawing(...arrows)).map(({ id }) => id)).toEqual(expected.map((id) => id.replace('-left-', '-')))
  })
})
