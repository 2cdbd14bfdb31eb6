import { expect, it } from 'vitest'
import { isUsername } from './username.ts'

it.each(['ada', 'ada@example.org', 'żółw', 'x'.repeat(150), '🧵'.repeat(150)])('accepts the username %j', (text) => {
  expect(isUsername(text)).toBe(true)
})

it.each(['', 'ada lovelace', 'ada\t', 'ada\u00a0', 'ada\0', 'x'.repeat(151)])('rejects the username %j', (text) => {
  expect(isUsername(text)).toBe(false)
})
