import { expect, it } from 'vitest'
import { findOriginals } from './source-map.ts'

// `a.ts` and `b.ts`; the second line of the bundle has a segment without source between two with one.
const MAP = { sources: ['a.ts', 'b.ts'], mappings: 'AAAA,IAAI;ACCJ,I,IADA;;AAEA,gBAAgBA' }

it.each([
  [
    { line: 0, column: 0 },
    { source: 'a.ts', line: 0, column: 0 },
  ],
  [
    { line: 0, column: 3 },
    { source: 'a.ts', line: 0, column: 0 },
  ],
  [
    { line: 0, column: 90 },
    { source: 'a.ts', line: 0, column: 4 },
  ],
  [
    { line: 1, column: 2 },
    { source: 'b.ts', line: 1, column: 0 },
  ],
  [{ line: 1, column: 5 }, undefined],
  [
    { line: 1, column: 8 },
    { source: 'b.ts', line: 0, column: 0 },
  ],
  [{ line: 2, column: 0 }, undefined],
  [
    { line: 3, column: 20 },
    { source: 'b.ts', line: 2, column: 16 },
  ],
  [{ line: 9, column: 0 }, undefined],
])('%o comes from %o', (position, original) => {
  expect(findOriginals(MAP, [position])).toEqual([original])
})

it('finds several positions in one pass, in the order of the question', () => {
  const positions = [
    { line: 3, column: 0 },
    { line: 0, column: 1 },
    { line: 1, column: 1 },
  ]

  expect(findOriginals(MAP, positions).map((original) => original && `${original.source}:${original.line}`)).toEqual([
    'b.ts:2',
    'a.ts:0',
    'b.ts:1',
  ])
})
