import { describe, expect, it } from 'vitest'
import { errorLines, lineBeside, linesWith } from './find-lines.ts'

const RED = '\u001b[0;31m'
const LINES = [
  'PLAY [all]',
  `${RED}fatal: [leaf-101]: FAILED!\u001b[0m`,
  'ok: [leaf-102]',
  'failed: 1 of 2',
  'PLAY RECAP',
]

describe('the search in an output', () => {
  it('finds lines by what one reads, whatever its case', () => {
    expect(linesWith(LINES, 'play')).toEqual([0, 4])
    expect(linesWith(LINES, ': [leaf')).toEqual([1, 2])
    expect(linesWith(LINES, '[0;31m')).toEqual([])
    expect(linesWith(LINES, '')).toEqual([])
  })

  it('knows what failed', () => {
    expect(errorLines(LINES)).toEqual([1, 3])
  })

  it.each([
    [undefined, 1, 2],
    [2, 1, 5],
    [5, 1, 2],
    [5, -1, 2],
    [2, -1, 5],
    [undefined, -1, 5],
  ] as const)('goes from line %j by %i to line %i', (from, step, to) => {
    expect(lineBeside([2, 5], from, step)).toBe(to)
  })

  it('goes nowhere without a match', () => {
    expect(lineBeside([], 3, 1)).toBeUndefined()
  })
})
