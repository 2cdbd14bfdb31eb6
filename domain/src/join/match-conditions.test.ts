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

describe('four pairs', () => {
  const rows = ['a', 'b'].map((dn): TableRow => ({ dn, class_name: 'x', values: { same: 'x' } }))
  const all = prepareConditions(rows, rows, [SAME])

  it.each([
    [4, 4, { left: [0, 1, 0, 1], right: [0, 0, 1, 1] }],
    [3, 4, 'too_many_rows'],
    [4, 3, 'too_many_pairs'],
  ])('with at most %i rows of at most %i compared', (most, mostCompared, expected) => {
    expect(conditionPairs(all, most, mostCompared)).toEqual(expected)
  })

  it.each([
    [2, new Uint8Array([1, 1])],
    [1, 'too_many_pairs'],
  ])('find partners with at most %i compared', (mostCompared, expected) => {
    expect(conditionMatched(all, mostCompared)).toEqual(expected)
  })
})

describe('an expression that fails', () => {
  const failing = { expression: 'int(same)' }

  it('is named by where it stands', () => {
    const conditions: JoinCondition[] = [
      { op: 'eq', source: failing, targets: [failing] },
      { op: 'between', source: 'id', targets: [failing, failing] },
    ]

    expect(prepared(...conditions).failures).toEqual(
      ['0.source', '0.target', '1.target.0', '1.target.1'].map((path) => ({ path, failed: 100, rows: 100 })),
    )
  })
})
