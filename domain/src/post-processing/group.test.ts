import { describe, expect, it } from 'vitest'
import type { PostProcessorStep } from '../canvas/canvas.ts'
import { runStep, stepOf, tableOf } from '../testing/step-runner.ts'
import { countRow, group, isPlainCount } from './group.ts'

const COUNT = { function: 'count' } as const

describe('a step that only counts rows', () => {
  it.each<readonly [string, Record<string, unknown>]>([
    ['one count', { aggregates: [COUNT] }],
    ['by nothing', { by: [], aggregates: [COUNT] }],
    ['several counts with names', { aggregates: [COUNT, { ...COUNT, as: 'all' }] }],
    ['of rows that need not differ', { aggregates: [{ ...COUNT, distinct: false }] }],
  ])('is %s', (_what, config) => {
    expect(isPlainCount(stepOf('group', config))).toBe(true)
  })

  it.each<readonly [string, Record<string, unknown>]>([
    ['groups', { by: ['a'], aggregates: [COUNT] }],
    ['no aggregate', { by: [] }],
    ['an empty list of aggregates', { aggregates: [] }],
    ['values of a column', { aggregates: [{ ...COUNT, column: 'a' }] }],
    ['values that differ', { aggregates: [{ ...COUNT, distinct: true }] }],
    ['some rows', { aggregates: [{ ...COUNT, where: 'a > 1' }] }],
    ['a sum beside a count', { aggregates: [COUNT, { function: 'sum', column: 'a' }] }],
    ['a faulty configuration', { aggregates: [{ function: 'counts' }] }],
  ])('is none with %s', (_what, config) => {
    expect(isPlainCount(stepOf('group', config))).toBe(false)
  })

  it('is none of another kind, and none at all', () => {
    expect(isPlainCount(stepOf('limit', { aggregates: [COUNT] }))).toBe(false)
    expect(isPlainCount(undefined)).toBe(false)
  })

  it('gives from a number what it gives from so many rows', () => {
    const config = { aggregates: [COUNT, { ...COUNT, as: 'all' }] }
    const { columns, cells } = runStep('group', config, tableOf('a', [[1], [2], [3]]))

    const counted = countRow(config, 3)

    expect(counted.columns.join(' ')).toBe(columns)
    expect(counted.rows.map((row) => Object.values(row))).toEqual(cells)
  })
})

describe('the columns that a group consults', () => {
  const consulted = (config: PostProcessorStep['config']) => group.consults!(config)

  it('are those of groups, aggregates and conditions', () => {
    expect(
      consulted({ by: ['a'], aggregates: [{ function: 'sum', column: 'b', where: 'c > 1' }] })?.toSorted(),
    ).toEqual(['a', 'b', 'c'])
    expect(consulted({ by: ['a'], aggregates: [COUNT] })).toEqual(['a'])
    expect(consulted({})).toEqual([])
  })
})
