import { expect, it } from 'vitest'
import type { ChannelEvents } from '@heddle/contract/channels.ts'
import { ALL_EVENTS, takesOccurrence } from './takes-occurrence.ts'

const QUERY = '6f1c3b52-9d1f-4a63-9d53-4d1c1c1b3a10'
const failed = {
  type: 'check.failed',
  category: 'scheduled_task',
  severity: 'warning',
  saved_query: { id: QUERY, name: 'Leaf ports' },
} as const
const place = { folders: [3, 1], pack: 'core' }

it.each<[string, Partial<ChannelEvents>, boolean]>([
  ['no rule', {}, true],
  ['its category', { categories: ['scheduled_task', 'system'] }, true],
  ['another category', { categories: ['system'] }, false],
  ['its severity', { minimum_severity: 'warning' }, true],
  ['a higher severity', { minimum_severity: 'error' }, false],
  ['its query', { saved_queries: [QUERY] }, true],
  ['another query', { saved_queries: ['6f1c3b52-9d1f-4a63-9d53-4d1c1c1b3a11'] }, false],
  ['its folder', { category: 3 }, true],
  ['a folder above', { category: 1 }, true],
  ['another folder', { category: 2 }, false],
  ['its pack', { packs: ['core', 'other'] }, true],
  ['another pack', { packs: ['other'] }, false],
  ['one rule of two', { packs: ['core'], minimum_severity: 'error' }, false],
])('%s: %j takes it: %s', (_name, rules, expected) => {
  expect(takesOccurrence({ ...ALL_EVENTS, ...rules }, failed, place)).toBe(expected)
})

it('tells channels of errors that a trouble is over', () => {
  const passed = { ...failed, type: 'check.passed', severity: 'info' } as const

  expect(takesOccurrence({ ...ALL_EVENTS, minimum_severity: 'error' }, passed, place)).toBe(true)
})

it.each<Partial<ChannelEvents>>([{ saved_queries: [QUERY] }, { category: 1 }, { packs: ['core'] }])(
  'a rule about queries, %j, lets pass only what is about one',
  (rules) => {
    const fault = { ...failed, type: 'connection.fault', saved_query: null } as const

    expect(takesOccurrence({ ...ALL_EVENTS, ...rules }, fault, { folders: [], pack: null })).toBe(false)
  },
)
