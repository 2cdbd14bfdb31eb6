import { expect, it } from 'vitest'
import { UserCreate } from '@heddle/contract/users.ts'
import { bodyCheck } from './validation.ts'

it('words a pattern as its schema does', () => {
  expect(bodyCheck(UserCreate)({ username: 'ada lovelace', email: 'ada@example.org' })).toEqual({
    username: ['Expected text without spaces or control characters.'],
  })
})

it('reports a text that is too long only once', () => {
  expect(bodyCheck(UserCreate)({ username: 'x'.repeat(151), email: `${'a'.repeat(250)}@example.org` })).toEqual({
    username: ['Expected at most 150 characters.'],
    email: ['Expected at most 254 characters.'],
  })
})
