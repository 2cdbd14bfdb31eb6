import { expect, it } from 'vitest'
import {
  type ColumnFilter,
  filterText,
  isComplete,
  columnKindOf,
  onlyValue,
  operatorsOf,
  withoutValue,
} from './column-filter.ts'

it.each([
  [[1, '2', null, ''], 'number'],
  [['1', 'inherit'], 'text'],
  [[true, false, null], 'boolean'],
  [[true, 1], 'text'],
  [[null, ''], 'text'],
  [['eth1/1'], 'text'],
] as const)('%j are values of kind %s', (values, kind) => {
  expect(columnKindOf(values)).toBe(kind)
})

it('offers what a kind of value can be asked', () => {
  expect(operatorsOf('number')).toContain('between')
  expect(operatorsOf('boolean')).toEqual(['eq', 'ne', 'is_empty', 'is_set'])
})

it.each([
  [{ operator: 'contains', values: [''] }, false],
  [{ operator: 'between', values: ['1', ''] }, false],
  [{ operator: 'in', values: [''] }, true],
  [{ operator: 'in', values: [] }, false],
  [{ operator: 'is_set', values: [] }, true],
] as const)('%j can filter: %s', (filter, expected) => {
  expect(isComplete({ column: 'mtu', ...filter })).toBe(expected)
})

it('keeps to a value, and excludes one after the other', () => {
  const only = onlyValue([], 'mode', 'trunk')
  const without = withoutValue(withoutValue(only, 'mode', 'a'), 'mode', 'b')

  expect(only).toEqual([{ column: 'mode', operator: 'eq', values: ['trunk'] }])
  expect(without).toEqual([{ column: 'mode', operator: 'not_in', values: ['a', 'b'] }])
  expect(onlyValue([], 'mode', null)).toEqual([{ column: 'mode', operator: 'is_empty', values: [] }])
})

it.each([
  [{ operator: 'ge', values: ['9000'] }, 'at least 9000'],
  [{ operator: 'between', values: ['1', '9'] }, '1 to 9'],
  [{ operator: 'in', values: ['a', ''] }, 'is one of a, ""'],
  [{ operator: 'is_set', values: [] }, 'is set'],
] as const)('%j reads %s', (filter, text) => {
  expect(filterText({ column: 'mtu', ...filter } satisfies ColumnFilter)).toBe(text)
})
