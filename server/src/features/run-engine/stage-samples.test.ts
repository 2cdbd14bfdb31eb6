import { SAMPLE_BYTES, SAMPLE_CELL_BYTES, SAMPLE_ROWS } from '@heddle/contract/result-budget.ts'
import type { Row, Value } from '@heddle/domain/values/row.ts'
import { describe, expect, it } from 'vitest'
import { sampleOf } from './stage-samples.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const shown = (value: Value) => sampleOf([{ value }]).rows[0]!['value']

describe('a sample', () => {
  it('has the first rows as they are', () => {
    const rows: Row[] = Array.from({ length: 25 }, (_, n) => ({ n, name: 'web', up: true, none: null, list: ['a', 1] }))

    expect(sampleOf(rows)).toMatchObject({ rows: rows.slice(0, SAMPLE_ROWS), isCut: false })
  })

  it('says how long a text was that it cuts, in whole characters', () => {
    expect(shown('x'.repeat(1_000))).toBe('x'.repeat(1_000))
    expect(shown('x'.repeat(200_000))).toBe(`${'x'.repeat(960)}… (200,000 characters)`)
    for (const text of ['東'.repeat(5_000), `${'x'.repeat(959)}${'🌍'.repeat(500)}`, 'ü'.repeat(999)]) {
      expect(shown(text)).toMatch(new RegExp(`^[^\\ufffd]+… \\(${text.length.toLocaleString('en')} characters\\)$`))
      expect(bytesOf(shown(text))).toBeLessThanOrEqual(SAMPLE_CELL_BYTES)
      expect(String(shown(text)).isWellFormed()).toBe(true)
    }
  })

  it('says how many items a list had that it cuts, whatever is in it', () => {
    const numbers = Array.from({ length: 100_000 }, (_, index) => index)

    expect(shown(numbers)).toEqual([...numbers.slice(0, (shown(numbers) as []).length - 1), '… (100,000 items)'])
    for (const list of [numbers, ['x'.repeat(200_000), 'y'], [['x'.repeat(2_000)], numbers]]) {
      expect(bytesOf(shown(list))).toBeLessThanOrEqual(SAMPLE_CELL_BYTES)
      expect(sampleOf([{ list }]).isCut).toBe(true)
    }
  })

  it('has as many rows as fit, and none if the first is too large', () => {
    const wide = (columns: number) =>
      Object.fromEntries(Array.from({ length: columns }, (_, index) => [`c${index}`, 'x'.repeat(900)]))

    const some = sampleOf(Array.from({ length: 20 }, () => wide(10)))

    expect(some.rows.length).toBe(7)
    expect(some.isCut).toBe(true)
    expect(bytesOf(some.rows)).toBeLessThanOrEqual(SAMPLE_BYTES)
    expect(sampleOf([wide(100)])).toMatchObject({ rows: [], isCut: true })
    expect(sampleOf([wide(1)], 500)).toMatchObject({ rows: [], isCut: true })
    expect(sampleOf([{ ['n'.repeat(70_000)]: 1 }])).toMatchObject({ rows: [], isCut: true })
  })

  it('counts its bytes as JSON', () => {
    const rows = [
      { a: 'ü"\n', b: null },
      { a: '\u0001', b: [1, [2]] },
    ]

    expect(sampleOf(rows).bytes).toBeGreaterThanOrEqual(bytesOf(rows))
  })
})
