import { describe, expect, it } from 'vitest'
import { canvas, drawing, edge, node } from '../testing/canvas-builder.ts'
import { choosePrimary, hiddenNodes } from './primary.ts'

describe('the primary node', () => {
  it.each([
    ['a node alone', ['a'], 'a'],
    ['the only sink of a chain', ['a → b', 'b → c'], 'c'],
    ['the only sink of a diamond', ['a → b', 'a → c', 'b → d', 'c → d'], 'd'],
    ['the first root when there are several sinks', ['a → b', 'a → c'], 'a'],
    ['the first root in canvas order', ['a → c', 'b → c', 'b → d'], 'a'],
    ['the target of a left edge as any other sink', ['a left b'], 'b'],
    ['the source of a without edge, whose target gives no columns', ['a without b'], 'a'],
    [
      'the only sink left once everything behind a without edge is ignored',
      ['a → b', 'b without c', 'c → d', 'e → c'],
      'b',
    ],
  ])('the primary is %s', (_, arrows, expected) => {
    expect(choosePrimary(drawing(...arrows))?.id).toBe(expected)
  })

  it('is the flagged one if there is one', () => {
    const flagged = canvas([node('a', 'fvBD', { primary: true }), node('b', 'fvSubnet')], [edge('a → b')])

    expect(choosePrimary(flagged)?.id).toBe('a')
  })
})

describe('nodes that give no columns', () => {
  it('are those at and behind the target of a without edge, whatever the direction of the edges there', () => {
    expect([...hiddenNodes(drawing('a → b', 'b without c', 'c → d', 'e → c'))].sort()).toEqual(['c', 'd', 'e'])
  })
})
