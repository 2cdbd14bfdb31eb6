import { SIGN_ON_ERRORS } from '@heddle/contract/sign-on.ts'
import { expect, it } from 'vitest'
import { signOnFailure } from './sign-on.ts'

it('every reason of a failed sign-on has words of its own', () => {
  const other = signOnFailure('unheard-of')

  const words = SIGN_ON_ERRORS.map(signOnFailure)

  expect(new Set([...words, other]).size).toBe(SIGN_ON_ERRORS.length + 1)
  expect(signOnFailure(undefined)).toBeUndefined()
})
