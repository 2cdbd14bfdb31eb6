import { expect, it } from 'vitest'
import { quotaDraftOf, quotaOf } from './quota-draft.ts'

const STORED = quotaDraftOf({ queries_max: 100, ai_analysis_daily: null, can_use_ai_builder: false })

it('sends the limits that were changed, and an empty one as none', () => {
  expect(quotaOf(STORED, STORED)).toEqual({})
  expect(quotaOf(STORED, { ...STORED, queries_max: ' ', ai_analysis_daily: '5' })).toEqual({
    queries_max: null,
    ai_analysis_daily: 5,
  })
  expect(quotaOf(STORED, { ...STORED, queries_max: 'many', can_use_ai_builder: true })).toEqual({
    queries_max: 'many',
    can_use_ai_builder: true,
  })
})
