import { describe, expect, it } from 'vitest'
import type { Value } from '../values/row.ts'
import { faultsOf, runStep, tableOf } from '../testing/step-runner.ts'

type Config = Record<string, unknown>

const column = (list: readonly Value[]) => tableOf('v', list.map((value) => [value])) // prettier-ignore
const aggregated = (aggregate: Config, list: readonly Value[]) =>
  runStep('group', { aggregates: [{ column: 'v', as: 'r', ...aggregate }] }, column(list))
const resultOf = (aggregate: Config, list: readonly Value[]) => aggregated(aggregate, list).cells[0]?.[0]

describe('a percentile', () => {
  it.each<[number | string, Value[], Value]>([
    [50, ['10', '9', 30], 10],
    [50, ['1', '2', '3', '4'], 2.5],
    [0, ['10', '9', '-3'], -3],
    [100, ['10', '9', '-3'], 10],
    [25, [1, 2, 3, 4], 1.75],
    [95, Array.from({ length: 101 }, (_, index) => 100 - index), 95],
    [99.9, [0, 1000], 999],
    ['99.9', [0, 1000], 999],
    [70, Array.from({ length: 11 }, (_, index) => index), 7],
    [50, ['0.1', '0.2'], 0.15],
    [90, ['7'], 7],
    [90, [null, '7', null], 7],
    [50, [], null],
    [50, [null], null],
    [100, ['18446744073709551614', '18446744073709551615', '9'], '18446744073709551615'],
    [50, ['18446744073709551615', '18446744073709551615'], '18446744073709551615'],
    [50, ['18446744073709551613', '18446744073709551615'], 18446744073709551614],
  ])('of %s of %j is %j', (percentile, list, result) => {
    expect(resultOf({ function: 'percentile', percentile }, list)).toEqual(result)
  })

  it('skips what is not a number, with a warning', () => {
    expect(aggregated({ function: 'percentile', percentile: 50 }, ['1', 'inherit', '3', true])).toEqual({
      columns: 'r',
      cells: [[2]],
      warnings: ['group r: 2 of 4 rows were skipped (the first: "inherit" is not a number)'],
    })
  })

  it.each<[Config, string]>([
    [{ function: 'percentile' }, 'step.config.aggregates.0.percentile: group: percentile needs a number from 0 to 100'],
    [{ function: 'percentile', percentile: 101 }, 'step.config.aggregates.0.percentile: group: 101: must be <= 100'],
    [{ function: 'percentile', percentile: -1 }, 'step.config.aggregates.0.percentile: group: -1: must be >= 0'],
    [
      { function: 'percentile', percentile: '101' },
      'step.config.aggregates.0.percentile: group: "101": must match pattern',
    ],
    [
      { function: 'percentile', percentile: true },
      'step.config.aggregates.0.percentile: group: true: expected number or string',
    ],
    [
      { function: 'sum', percentile: 50 },
      'step.config.aggregates.0.percentile: group: only the function percentile takes it, not sum',
    ],
  ])('rejects %j', (aggregate, fault) => {
    expect(faultsOf('group', { aggregates: [{ column: 'v', ...aggregate }] })).toEqual([expect.stringContaining(fault)])
  })

  it('needs a column', () => {
    expect(faultsOf('group', { aggregates: [{ function: 'percentile', percentile: 50 }] })).toEqual([
      'step.config.aggregates.0.column: group: percentile needs a column',
    ])
  })
})

describe('distinct values', () => {
  const list = ['3', '1', 3, null, '3', '1', '3.0']

  it.each<[string, Value, Value]>([
    ['count', 6, 4],
    ['count_distinct', 4, 4],
    ['sum', 14, 4],
    ['avg', 2.33333333333333, 2],
    ['min', '1', '1'],
    ['max', '3', '3'],
    ['first', '3', '3'],
    ['last', '3.0', '3.0'],
    ['list', ['1', '1', '3', 3, '3', '3.0'], ['1', '3', 3, '3.0']],
  ])('are those of %s: %j becomes %j', (name, all, distinct) => {
    expect(resultOf({ function: name }, list)).toEqual(all)
    expect(resultOf({ function: name, distinct: false }, list)).toEqual(all)
    expect(resultOf({ function: name, distinct: true }, list)).toEqual(distinct)
  })

  it('leave the last value the last', () => {
    expect(resultOf({ function: 'last', distinct: true }, ['a', 'b', 'a'])).toBe('a')
  })

  it('of a percentile are different numbers', () => {
    expect(resultOf({ function: 'percentile', percentile: 50 }, ['1', '1.0', 1, '5', '9'])).toBe(1)
    expect(resultOf({ function: 'percentile', percentile: 50, distinct: true }, ['1', '1.0', 1, '5', '9'])).toBe(5)
  })

  it('are distinct within each group, and values that cannot be used are all counted', () => {
    const table = tableOf('t v', [['a', '1'], ['a', '1'], ['b', '1'], ['b', 'x'], ['b', 'x']]) // prettier-ignore
    const config = { by: ['t'], aggregates: [{ function: 'sum', column: 'v', distinct: true, as: 's' }] }

    expect(runStep('group', config, table)).toMatchObject({
      cells: [['a', 1], ['b', 1]],
      warnings: ['group s: 2 of 5 rows were skipped (the first: "x" is not a number)'],
    }) // prettier-ignore
  })

  it('need a column, and a yes or no', () => {
    expect(faultsOf('group', { aggregates: [{ function: 'count', distinct: true }] })).toEqual([
      'step.config.aggregates.0.column: group: distinct needs a column',
    ])
    expect(faultsOf('group', { aggregates: [{ function: 'count', distinct: 'no', column: 'a' }] })).toEqual([
      'step.config.aggregates.0.distinct: group: "no": expected boolean',
    ])
  })
})

describe('where', () => {
  const ports = tableOf('node state errors', [
    ['101', 'up', '5'],
    ['101', 'down', '7'],
    ['102', 'down', 'none'],
    ['101', 'up', '1'],
  ])
  const grouped = (...aggregates: Config[]) => runStep('group', { by: ['node'], aggregates }, ports)

  it('limits an aggregate to the rows for which it is true, and no other aggregate', () => {
    const result = grouped(
      { function: 'count', where: 'state == "up"', as: 'up' },
      { function: 'sum', column: 'errors', where: 'state == "up"', as: 'errors_up' },
      { function: 'list', column: 'errors', where: 'state == "down"', as: 'down' },
      { function: 'percentile', percentile: 100, column: 'errors', where: 'state == "up"', as: 'most' },
      { function: 'count' },
    )

    expect(result).toEqual({
      columns: 'node up errors_up down most count',
      cells: [['101', 2, 6, ['7'], 5, 3], ['102', 0, null, ['none'], null, 1]],
      warnings: [],
    }) // prettier-ignore
  })

  it('counts rows for which it fails, or is neither true nor false, in a warning', () => {
    const result = grouped(
      { function: 'count', where: 'errors > 4', as: 'many' },
      { function: 'count', where: 'errors', as: 'odd' },
    )

    expect(result.cells).toEqual([['101', 2, 0], ['102', 0, 0]]) // prettier-ignore
    expect(result.warnings).toEqual([
      'group many, where: 1 of 4 rows were left out (the first: >: the text "none" and 4 have no order)',
      'group odd, where: 4 of 4 rows were left out (the first: the expression is neither true nor false)',
    ])
  })

  it('keeps groups none of whose rows pass', () => {
    expect(grouped({ function: 'count', where: 'false' }).cells).toEqual([['101', 0], ['102', 0]]) // prettier-ignore
  })

  it.each<[Config, string]>([
    [{ where: '1 +' }, 'step.config.aggregates.0.where: group: Unexpected token'],
    [{ where: '' }, 'step.config.aggregates.0.where: group: the expression is empty'],
    [{ where: 5 }, 'step.config.aggregates.0.where: group: 5: expected string'],
    [{ where: 'stat == "up"' }, 'step.config.aggregates.0.where: group: there is no column stat at this step'],
  ])('rejects %j', (aggregate, fault) => {
    expect(faultsOf('group', { aggregates: [{ function: 'count', ...aggregate }] }, 'node state')).toEqual([
      expect.stringContaining(fault),
    ])
  })
})

describe('a pivot', () => {
  const table = tableOf('node speed errors', [
    ['101', '10G', '1'],
    ['101', '10G', '1'],
    ['101', '10G', '4'],
    ['102', '40G', '7'],
  ])

  it('takes the same options', () => {
    const config = { by: ['node'], column: 'speed', value: 'errors' }

    expect(runStep('pivot', { ...config, function: 'sum', distinct: true }, table).cells).toEqual([['101', 5, null], ['102', null, 7]]) // prettier-ignore
    expect(runStep('pivot', { ...config, function: 'percentile', percentile: 50 }, table).cells).toEqual([['101', 1, null], ['102', null, 7]]) // prettier-ignore
  })

  it.each<[Config, string]>([
    [
      { function: 'percentile', value: 'errors' },
      'step.config.percentile: pivot: percentile needs a number from 0 to 100',
    ],
    [
      { value: 'errors', percentile: 50 },
      'step.config.percentile: pivot: only the function percentile takes it, not first',
    ],
    [{ function: 'count', distinct: true }, 'step.config.value: pivot: distinct needs a value column'],
    [{ function: 'count', where: 'true' }, 'step.config.where: pivot: there is no option where'],
  ])('rejects %j', (config, fault) => {
    expect(faultsOf('pivot', { column: 'speed', ...config })).toEqual([expect.stringContaining(fault)])
  })
})
