import { expect, it } from 'vitest'
import { passwordRules } from './password-rules.ts'

const NAMES = ['anna', 'anna@example.org']

it.each([
  ['', 'old password', [false, false, false, false]],
  ['short', 'old password', [false, true, true, true]],
  ['ANNA@example.org', 'old password', [true, false, true, true]],
  ['aaaaaaaaaaaa', 'old password', [true, true, false, true]],
  ['old password', 'old password', [true, true, true, false]],
  ['ten apples and a loom', 'old password', [true, true, true, true]],
  ['😀😀😀😀😀x', '', [false, true, true, true]],
])('%j after %j meets %j', (password, old, met) => {
  expect(passwordRules(password, old, NAMES).map(({ isMet }) => isMet)).toEqual(met)
})
