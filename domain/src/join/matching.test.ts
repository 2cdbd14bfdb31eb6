import { describe, expect, it } from 'vitest'
import { matchingOf, positionTest } from './matching.ts'
import type { TableRow } from './table-row.ts'

const row = (dn: string, values: Record<string, string> = {}): TableRow => ({ dn, class_name: 'fooTree', values })
const oak = row('tree-oak', { height: '20' })
const elm = row('tree-elm', { height: '30' })
const LEFT = [oak, undefined, oak, elm]
const TALLER = { kind: 'conditions', all: [{ op: 'between', source: 'height', targets: ['least', 'most'] }] } as const

/** The positions at which both rows match. */
const matching = (on: Parameters<typeof positionTest>[0], right: readonly (TableRow | undefined)[]) => {
  const { isMatch, failures } = positionTest(on, LEFT, right)
  expect(failures).toEqual([])
  return LEFT.flatMap((_, position) => (isMatch(position) ? [position] : []))
}

describe('rows that are at one position already', () => {
  it('match, in an edge of kind any, where both are there', () => {
    expect(matching({ kind: 'any' }, [elm, elm, undefined, oak])).toEqual([0, 3])
  })

  it('match by their keys', () => {
    const on = { kind: 'equal', left: 'height', right: 'height' } as const
    expect(matching(on, [row('a', { height: '20' }), row('b', { height: '20' }), elm, elm])).toEqual([0, 3])
  })

  it('match by conditions, each row as often as it is there', () => {
    const range = row('r', { least: '10', most: '25' })
    expect(matching(TALLER, [range, range, range, range])).toEqual([0, 2])
  })
})

describe('two columns', () => {
  it('of an edge of kind any pair every row with every row', () => {
    const { pairs, matched, failures } = matchingOf({ kind: 'any' }, [oak, undefined], [elm, oak])

    expect(pairs(2)).toEqual({ left: [0, 0], right: [0, 1] })
    expect(pairs(1)).toBe('too_many_rows')
    expect([...(matched() as Uint8Array)]).toEqual([1, 0])
    expect(failures).toEqual([])
  })

  it('pair by their keys, up to a limit', () => {
    const on = { kind: 'equal', left: 'height', right: 'height' } as const
    const { pairs, matched } = matchingOf(on, [oak, elm], [elm, elm])

    expect(pairs(2)).toMatchObject({ left: [1, 1], right: [0, 1] })
    expect(pairs(1)).toBe('too_many_rows')
    expect([...(matched() as Uint8Array)]).toEqual([0, 1])
  })

  it('pair by conditions', () => {
    const range = row('r', { least: '25', most: '35' })
    const { pairs, matched } = matchingOf(TALLER, [oak, elm], [range])

    expect(pairs(9)).toMatchObject({ left: [1], right: [0] })
    expect([...(matched() as Uint8Array)]).toEqual([0, 1])
  })
})
