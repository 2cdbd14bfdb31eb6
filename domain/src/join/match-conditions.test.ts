import { describe, expect, it } from 'vitest'
import type { JoinCondition } from '../query/plan.ts'
import { conditionMatched, conditionPairs, prepareConditions } from './match-conditions.ts'
import type { TableRow } from './table-row.ts'

const ROWS = Array.from({ length: 100 }, (_, index): TableRow => {
  const values = { id: String(index), before: String(index - 1), first: '0', last: '999', same: 'x' }
  return { dn: `r-${index}`, class_name: 'x', values }
})
const ABOVE: JoinCondition = { op: 'between', source: 'id', targets: ['id', 'last'] }
const BELOW: JoinCondition = { op: 'between', source: 'id', targets: ['first', 'before'] }
const SAME: JoinCondition = { op: 'eq', source: 'same', targets: ['same'] }
const ITSELF: JoinCondition = { op: 'eq', source: 'id', targets: ['id'] }
const prepared = (...conditions: readonly JoinCondition[]) => prepareConditions(ROWS, ROWS, conditions)

describe('conditions that each hold for many pairs, but never together', () => {
  it('are compared pair by pair, up to a limit', () => {
    const never = prepared(ABOVE, BELOW)

    expect(conditionPairs(never, 1_000, 4_950)).toEqual({ left: [], right: [] })
    expect(conditionPairs(never, 1_000, 4_949)).toBe('too_many_pairs')
    expect(conditionMatched(never, 4_950)).toEqual(new Uint8Array(100))
    expect(conditionMatched(never, 4_949)).toBe('too_many_pairs')
  })
})

describe('a rare condition beside one that always holds', () => {
  it.each([
    ['first', [ITSELF, SAME]],
    ['last', [SAME, ITSELF]],
  ])('decides which pairs are compared when it comes %s', (_, conditions) => {
    const pairs = conditionPairs(prepared(...conditions), 1_000, 100)

    expect(pairs).toMatchObject({ left: [...ROWS.keys()] })
    expect(conditionMatched(prepared(...conditions), 100)).toEqual(new Uint8Array(100).fill(1))
  })
})

describe('looking for partners', () => {
  it('compares each row only until it has one', () => {
    expect(conditionMatched(prepared(SAME), 100)).toEqual(new Uint8Array(100).fill(1))
  })
})
