import { describe, expect, it } from 'vitest'
import { BASE_QUOTA, effectiveQuota, type Quota, UNLIMITED } from './quota.ts'

const quota = (changes: Partial<Quota>): Quota => ({
  ai_analysis_daily: 5,
  queries_max: 10,
  can_use_ai_builder: false,
  ...changes,
})

describe('effectiveQuota', () => {
  it.each<[string, Quota[], boolean, Quota]>([
    ['a user in no group', [], false, BASE_QUOTA],
    ['a superuser', [quota({})], true, UNLIMITED],
    ['the highest of each limit', [quota({ queries_max: 3 }), quota({ ai_analysis_daily: 1 })], false, quota({})],
    [
      'no limit beats every limit',
      [quota({ queries_max: null }), quota({ queries_max: 99 })],
      false,
      quota({ queries_max: null }),
    ],
    [
      'one group that may is enough',
      [quota({ can_use_ai_builder: true }), quota({})],
      false,
      quota({ can_use_ai_builder: true }),
    ],
    ['a limit of zero', [quota({ queries_max: 0 })], false, quota({ queries_max: 0 })],
  ])('takes the most generous quota: %s', (_name, groups, isSuperuser, expected) => {
    expect(effectiveQuota(groups, isSuperuser)).toEqual(expected)
  })
})
