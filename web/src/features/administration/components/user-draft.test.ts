import { expect, it } from 'vitest'
import { createBodyOf, userDraft, patchOf } from './user-draft.ts'

const STORED = { ...userDraft(undefined), username: 'kim', email: 'kim@example.net', groups: [1, 2] }

it('sends only what was changed of a user', () => {
  expect(patchOf(STORED, STORED)).toEqual({})
  expect(patchOf(STORED, { ...STORED, last_name: 'Rivera', groups: [2] })).toEqual({ last_name: 'Rivera', groups: [2] })
  expect(patchOf(STORED, { ...STORED, is_superuser: true, username: 'other' })).toEqual({ is_superuser: true })
})

it('leaves out what a new user has not been given', () => {
  const { password: _, is_superuser: __, ...plain } = STORED

  expect(createBodyOf(STORED)).toEqual(plain)
  expect(createBodyOf({ ...STORED, password: 'secret', is_superuser: true })).toEqual({
    ...plain,
    password: 'secret',
    is_superuser: true,
  })
})
