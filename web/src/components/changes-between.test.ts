import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

describe('what changed between two readings', () => {
  it('names the fields, also those inside of others', () => {
    const before = { name: 'Night', quota: { queries_max: 5, can_use_ai_builder: true }, permissions: ['a'] }
    const after = { name: 'Night', quota: { queries_max: 9, can_use_ai_builder: true }, permissions: ['a', 'b'] }

    expect(changesBetween(before, after)).toEqual([
      { name: 'Quota, queries max', before: 5, after: 9 },
      { name: 'Permissions', before: ['a'], after: ['a', 'b'] },
    ])
  })

  it('calls a field as its form does', () => {
    const labels = { verify_ssl: 'Check the certificate', 'quota.queries_max': 'Most saved queries' }
    const before = { verify_ssl: true, quota: { queries_max: 5 } }
    const after = { verify_ssl: false, quota: { queries_max: 9 } }

    expect(changesBetween(before, after, labels).map(({ name }) => name)).toEqual([
      'Check the certificate',
      'Most saved queries',
    ])
  })

  it('leaves out what nobody typed', () => {
    const before = { etag: '"1"', updated_at: '1', member_count: 1, last_run_status: 'success', last_name: 'a' }
    const after = { etag: '"2"', updated_at: '2', member_count: 2, last_run_status: 'failure', last_name: 'b' }

    expect(changesBetween(before, after)).toEqual([{ name: 'Last name', before: 'a', after: 'b' }])
  })
})
