import { describe, expect, it } from 'vitest'
import { factsOf, knownAddress } from './known-addresses.ts'

const ID = '257ab9dd-7339-4911-90b7-05f86decb74f'

describe('an address of a notice', () => {
  it.each([
    ['/ai/', 'AI', undefined],
    ['/nowhere/', undefined, undefined],
  ])('%s has the heading %s', (path, title, id) => {
    expect([knownAddress(path)?.title, knownAddress(path)?.id]).toEqual([title, id])
  })
})

it('shows plain values, with times as such', () => {
  expect(
    factsOf({
      id: ID,
      task_name: 'Daily',
      saved_query: ID,
      enabled: true,
      next_run_at: '2026-11-22T06:30:00.000+00:00',
      tags: [],
      note: '',
    }),
  ).toEqual([
    { name: 'task name', value: 'Daily', isTime: false },
    { name: 'saved query', value: ID, isTime: false, to: `/queries/saved-queries/${ID}/` },
    { name: 'enabled', value: 'yes', isTime: false },
    { name: 'next run at', value: '2026-11-22T06:30:00.000+00:00', isTime: true },
  ])
})
