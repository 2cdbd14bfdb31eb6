import { expect, it } from 'vitest'
import { matches } from './match-words.ts'

it.each([
  ['Settings of bridge domains', 'bri set', true],
  ['Settings of bridge domains', 'SETT', true],
  ['Settings of bridge domains', 'idge', true],
  ['Settings of bridge domains', 'set vrf', false],
  ['Use the dark theme', 'dark', true],
  ['Queries', '', true],
])('%j fits %j: %s', (text, typed, fits) => {
  expect(matches(text, typed)).toBe(fits)
})
