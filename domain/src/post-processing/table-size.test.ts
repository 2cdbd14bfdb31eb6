import { LARGEST_CELL_BYTES, LARGEST_ROW_BYTES } from '@heddle/contract/result-budget.ts'
import { describe, expect, it } from 'vitest'
import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { Row } from '../values/row.ts'
import { applyStep } from './post-processors.ts'
import { TableSize } from './table-size.ts'

const step = (type: string, config: Record<string, unknown>): PostProcessorStep => ({
  id: type,
  type,
  config,
  enabled: true,
})
const tableOf = (rows: readonly Row[]) => ({ columns: Object.keys(rows[0] ?? {}), rows })
const named = (count: number) => tableOf(Array.from({ length: count }, (_, n) => ({ name: `row ${n}` })))
const text = (bytes: number) => 'x'.repeat(bytes)

/** The rows after these steps, or why there are none. */
function apply(table: ReturnType<typeof tableOf>, steps: readonly PostProcessorStep[], most = Infinity) {
  const size = new TableSize(most)
  let current = table
  try {
    for (const one of steps) {
      const lookup = one.type === 'lookup' ? LARGE_ROWS : undefined
      const { columns, rows } = applyStep(one, current, { maxRows: 100_000, size, ...(lookup && { lookup }) })
      current = { columns: [...columns], rows }
    }
  } catch (error) {
    return String(error)
  }
  return current.rows.length
}

const LARGE_ROWS = tableOf(Array.from({ length: 100 }, (_, n) => ({ key: 'a', n, large: text(100_000) })))
const fill = (columns: number, bytes: number, prefix = 'c') =>
  step('fill', { columns: Array.from({ length: columns }, (_, n) => `${prefix}${n}`), value: text(bytes) })

describe('a step', () => {
  it.each([
    ['fill', named(3), [fill(1, LARGEST_CELL_BYTES + 1)]],
    ['fill', named(3), [step('fill', { columns: ['c'], value: '東'.repeat(LARGEST_CELL_BYTES / 3 + 1) })]],
    ['group', named(200), [fill(1, 10_000), step('group', { aggregates: [{ function: 'list', column: 'c0' }] })]],
  ])('that writes a value above 1 MB fails: %s', (type, table, steps) => {
    expect(apply(table, steps)).toMatch(/^StepFailure: a value of column \w+ has more than 1 MB: /)
    expect(steps.at(-1)!.type).toBe(type)
  })

  it.each([
    ['fill', named(3), [fill(41, 100_000)]],
    ['compute', named(3), [fill(40, 100_000), step('compute', { column: 'd', expression: 'c0' })]],
    ['fill after fill', named(3), [fill(21, 100_000, 'a'), fill(21, 100_000, 'b')]],
    ['extract', named(3), [fill(20, 200_000), step('extract', { column: 'c0', pattern: '(x+)', into: ['d'] })]],
    [
      'pivot',
      tableOf(Array.from({ length: 50 }, (_, n) => ({ n, v: text(90_000) }))),
      [step('pivot', { column: 'n', value: 'v' })],
    ],
  ])('that makes a row above 4 MB fails: %s', (_, table, steps) => {
    expect(apply(table, steps)).toMatch(/^StepFailure: a row has more than 4 MB: /)
  })

  it.each([
    ['fill', named(1_001), [fill(1, 10_000)]],
    ['compute', named(600), [fill(1, 10_000), step('compute', { column: 'd', expression: 'c0' })]],
    [
      'lookup',
      tableOf([
        { key: 'a', id: 1 },
        { key: 'a', id: 2 },
      ]),
      [step('lookup', { saved_query: 'q', on: { key: 'key' } })],
    ],
    [
      'explode',
      tableOf([{ parts: 'a,'.repeat(101), large: text(100_000) }, ...named(200).rows]),
      [fill(1, 1), step('explode', { column: 'parts' })],
    ],
  ])(
    'that makes the rows larger together than they may be fails, shared texts counted in each: %s',
    (_, table, steps) => {
      expect(apply(table, steps, 10_000_000)).toMatch(/^StepFailure: the rows have more than 10 MB together/)
    },
  )

  it('may use what earlier steps have dropped', () => {
    const keepTen = step('limit', { count: 10 })

    expect(
      apply(named(900), [fill(1, 10_000), keepTen, fill(10, 10_000, 'd'), keepTen, fill(10, 10_000, 'e')], 10_000_000),
    ).toBe(10)
    expect(
      apply(named(900), [fill(1, 10_000), step('select', { columns: ['name'] }), fill(1, 10_000)], 10_000_000),
    ).toBe(900)
    const select = step('select', { columns: ['name'] })
    expect(apply(named(1), [fill(30, 100_000), select, fill(30, 100_000), select, fill(30, 100_000)])).toBe(1)
  })

  it('may make rows exactly as large as they may be', () => {
    expect(apply(tableOf([{ a: '' }]), [fill(4, LARGEST_CELL_BYTES)])).toBe(1)
    expect(apply(tableOf([{ a: 'x' }]), [fill(4, LARGEST_ROW_BYTES / 4)])).toMatch(/a row/)
    expect(apply(named(10), [fill(1, 1_000)], 10 * ('row 0'.length + 1_000))).toBe(10)
  })

  it('names no column of a pivot by a value that is a whole text', () => {
    const table = tableOf([{ name: 'a', kind: text(1_001) }])

    expect(apply(table, [step('pivot', { column: 'kind', value: 'name' })])).toMatch(
      /pivot: a value of kind has more than 1000 characters/,
    )
  })

  it('counts columns that are named like what every object has', () => {
    const columns = ['__proto__', 'constructor', 'toString']

    expect(apply(named(2), [step('fill', { columns, value: null }), step('fill', { columns, value: text(10) })])).toBe(
      2,
    )
  })
})
