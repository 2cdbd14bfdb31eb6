import { expect, it } from 'vitest'
import { foldName } from './fold-name.ts'

it.each([
  ['letter case', 'ALICE', 'alice'],
  ['spaces around', '  alice ', 'alice'],
  ['spaces inside', 'alice \t  liddell', 'alice liddell'],
  ['full-width letters', 'ａｌｉｃｅ', 'alice'],
  ['composed accents', 'zoe\u0308', 'zoë'],
  ['letters with one upper case', 'oδυσσευς', 'oδυσσευσ'],
  ['sharp s', 'STRASSE', 'straße'],
])('folds %s', (_what, one, other) => {
  expect(foldName(one)).toBe(foldName(other))
})

it('keeps names apart that differ in a letter', () => {
  expect(foldName('alice')).not.toBe(foldName('alise'))
})
