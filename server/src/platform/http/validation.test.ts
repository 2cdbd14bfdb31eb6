import { setImmediate as turn } from 'node:timers/promises'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { ApiTokenCreate } from '@heddle/contract/api-tokens.ts'
import { UserCreate } from '@heddle/contract/users.ts'
import { collectGarbage } from '../../testing/collect-garbage.ts'
import { bodyCheck, paramsCheck, queryCheck } from './validation.ts'

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

it('lists a thousand faults and counts the rest', () => {
  const check = bodyCheck(Type.Object({ permissions: Type.Array(Type.String()) }))

  const faults = check({ permissions: Array.from({ length: 90_000 }, () => 0) })

  expect(Object.keys(faults)).toHaveLength(1_001)
  expect(faults['permissions.500']).toEqual(['Expected a string.'])
  expect(faults.non_field_errors).toEqual([expect.stringMatching(/^There are 89\d+ more faults\.$/)])
})

it('counts characters, not code units, up to the limit', () => {
  const check = bodyCheck(ApiTokenCreate)

  expect(check({ name: '😀'.repeat(100) })).toEqual({})
  expect(check({ name: '😀'.repeat(101) })).toEqual({ name: ['Expected at most 100 characters.'] })
  expect(check({ name: '' })).toMatchObject({ name: expect.arrayContaining(['This field may not be empty.']) })
})

it.each([
  ['a body', bodyCheck],
  ['a query', queryCheck],
  ['a path', paramsCheck],
])('keeps nothing of %s that it refuses', async (_what, checkOf) => {
  const check = checkOf(Type.Object({ thing: Type.Object({ name: Type.String() }) }))
  const refuse = (): WeakRef<object> => {
    const value = { thing: {} }
    try {
      check(value)
    } catch {
      // A path that does not fit is not found.
    }
    return new WeakRef(value.thing)
  }
  const refused = refuse()

  await turn()
  collectGarbage()

  expect(refused.deref()).toBeUndefined()
})
