import { ALL_WARNINGS_BYTES, WARNING_BYTES } from '@heddle/contract/result-budget.ts'
import { expect, it } from 'vitest'
import { listUpTo, listWarnings } from './listed-texts.ts'

it('a list of texts that do not fit ends in how many more there were', () => {
  expect(listUpTo(12, ['/api/a', '/b', '/c'])).toEqual(['/api/a', '/b', '… (1 more)'])
  expect(listUpTo(13, ['/api/a', '/b', '/c'])).toEqual(['/api/a', '/b', '/c'])
  expect(listUpTo(-1, ['/api/a', '/b'])).toEqual(['… (2 more)'])
  expect(listUpTo(-1, [])).toEqual([])
})

it('warnings are cut one by one and all together', () => {
  const long = Array.from({ length: 100 }, (_, index) => `${index}: ${'x'.repeat(5_000)}`)

  const listed = listWarnings(long)

  expect(listed[0]).toMatch(/^0: x+… \(5,003 characters\)$/)
  expect(Buffer.byteLength(listed[0]!)).toBeLessThanOrEqual(WARNING_BYTES)
  expect(Buffer.byteLength(listed.join(''))).toBeLessThanOrEqual(ALL_WARNINGS_BYTES + 20)
  expect(listed.at(-1)).toBe(`… (${long.length - listed.length + 1} more)`)
})
