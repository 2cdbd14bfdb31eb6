import { describe, expect, it } from 'vitest'
import { drawing } from '../testing/canvas-builder.ts'
import { orderEdges } from './join-order.ts'

describe('the order of joins', () => {
  it.each([
    ['a chain, deepest first', ['a → b', 'b → c', 'c → d'], ['c-d', 'b-c', 'a-b']],
    ['edges of one source in canvas order', ['a → c', 'a → b'], ['a-c', 'a-b']],
    ['a diamond', ['a → b', 'a → c', 'b → d', 'c → d'], ['b-d', 'c-d', 'a-b', 'a-c']],
    ['a left edge after what is behind it', ['a left b', 'b → c'], ['b-c', 'a-left-b']],
    ['a without edge after what leads to its target from elsewhere', ['a without b', 'z → b'], ['z-b', 'a-b']],
    ['nested left edges from the inside', ['a left b', 'b left c', 'c → d'], ['c-d', 'b-c', 'a-b']],
  ])('puts %s', (_, arrows, expected) => {
    expect(orderEdges(drawing(...arrows)).map(({ id }) => id)).toEqual(expected.map((id) => id.replace('-left-', '-')))
  })
})
