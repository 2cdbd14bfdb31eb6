import { expect, it } from 'vitest'
import { type Since, sinceOf } from './since.ts'

const NOW = Date.parse('2026-11-22T06:30:41Z')

it.each<[Since, string | undefined, string | undefined]>([
  ['visit', undefined, undefined],
  ['visit', '2026-11-21T20:15:59Z', '2026-11-21T20:15:00Z'],
  ['visit', '2026-01-01T00:00:00Z', '2026-10-24T06:30:00Z'],
  ['day', undefined, '2026-11-21T06:30:00Z'],
  ['week', '2026-11-21T20:15:59Z', '2026-11-15T06:30:00Z'],
])('%s, after a visit at %s: from %s', (since, visit, from) => {
  expect(sinceOf(since, visit === undefined ? undefined : Date.parse(visit), NOW)).toBe(from)
})
