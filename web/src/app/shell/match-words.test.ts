import { expect, it } from 'vitest'
import { fitOf } from './match-words.ts'

it.each([
  ['Queries', 'queries', 0],
  ['Queries', '', 1],
  ['fvSubnet', 'fvsub', 1],
  ['Settings of bridge domains', 'bri set', 2],
  ['Settings of bridge domains', 'bd set', 3],
  ['fvSubnet', 'subn', 2],
  ['Settings of bridge domains', 'SETT', 1],
  ['Settings of bridge domains', 'idge', 4],
  ['Settings of bridge domains', 'set vrf', undefined],
  ['Use the dark theme', 'dark', 2],
  ['Use the dark theme', 'd', 2],
])('%j fits %j: %s', (text, typed, fit) => {
  expect(fitOf(text, typed)).toBe(fit)
})
