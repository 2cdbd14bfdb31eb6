import { expect, it } from 'vitest'
import { filtersInWords } from './filters-in-words.ts'

const timeOf = (instant: string) => instant.slice(0, 10)

it('reads filters as one sentence', () => {
  const search = { category: 'query_management', username: 'olga', ip: '10.0.0.1', search: 'ports', page: '2' }

  expect(filtersInWords({ ...search, created_after: '2026-11-22T00:00:00Z' }, timeOf)).toBe(
    'in query management by olga from 10.0.0.1 that say “ports” since 2026-11-22',
  )
  expect(filtersInWords({ success: 'false', attempted_before: '2026-11-23T00:00:00Z' }, timeOf)).toBe(
    'that failed until 2026-11-23',
  )
  expect(filtersInWords({ page: '2' }, timeOf)).toBeUndefined()
})
