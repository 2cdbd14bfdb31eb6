import { describe, expect, it } from 'vitest'
import { hasText, isError, lineBeside, LineSearch } from './find-lines.ts'

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
    const linesWith = (text: string) => new LineSearch(hasText(text)).in(LINES)

    expect(linesWith('play')).toEqual([0, 4])
    expect(linesWith(': [leaf')).toEqual([1, 2])
    expect(linesWith('[0;31m')).toEqual([])
    expect(linesWith('')).toEqual([])
  })

  it('knows what failed', () => {
    expect(new LineSearch(isError).in(LINES)).toEqual([1, 3])
  })

  it('looks at each line of a growing output once, and again at what changed', () => {
    const looked: string[] = []
    const search = new LineSearch((line) => looked.push(line) > 0 && line.includes('x'))

    expect(search.in(['x1', 'a', 'x'])).toEqual([0, 2])
    expect(search.in(['x1', 'a', 'x2', 'b', 'x3'])).toEqual([0, 2, 4])
    expect(looked.splice(0)).toEqual(['x1', 'a', 'x', 'x2', 'b', 'x3'])
    // The final output differs from the one that was printed live.
    expect(search.in(['x1', 'c', 'd'])).toEqual([0])
    expect(looked).toEqual(['c', 'd'])
  })

  it('gives the same list where nothing new is found', () => {
    const search = new LineSearch(isError)

    expect(search.in([...LINES, 'more'])).toBe(search.in(LINES))
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
