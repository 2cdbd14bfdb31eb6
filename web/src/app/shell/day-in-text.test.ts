import { expect, it } from 'vitest'
import { dayInText } from './day-in-text.ts'

/** A Sunday. */
const TODAY = '2026-11-22'

it.each([
  ['bd settings friday', '2026-11-20', 'bd settings'],
  ['fri bd', '2026-11-20', 'bd'],
  ['bd sunday', '2026-11-22', 'bd'],
  ['bd today', '2026-11-22', 'bd'],
  ['yesterday bd', '2026-11-21', 'bd'],
  ['bd 3 nov settings', '2026-11-03', 'bd settings'],
  ['bd december 24', '2025-12-24', 'bd'],
  ['bd 2026-10-01', '2026-10-01', 'bd'],
])('%s means %s', (text, date, rest) => {
  expect(dayInText(text, TODAY)).toEqual({ date, rest })
})

it.each(['bd settings', 'bd 31 feb', 'mo', 'bd 2026-13-01', ''])('%s means no day', (text) => {
  expect(dayInText(text, TODAY)).toBeUndefined()
})
