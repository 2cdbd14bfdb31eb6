import { expect, it } from 'vitest'
import { expectationNews } from './expectation-news.ts'

it.each([
  [undefined, 'failed', true],
  [undefined, 'passed', false],
  ['passed', 'passed', false],
  ['passed', 'failed', true],
  ['failed', 'failed', false],
  ['failed', 'passed', true],
  ['passed', 'look', false],
  ['failed', 'look', false],
  ['look', 'failed', true],
  ['look', 'passed', false],
  [undefined, 'look', false],
] as const)('after %s, %s is news: %s', (before, now, isNews) => {
  expect(expectationNews(before, now)).toBe(isNews)
})
