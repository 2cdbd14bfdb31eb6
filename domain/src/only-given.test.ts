import { expect, it } from 'vitest'
import { onlyGiven } from './only-given.ts'

it('leaves out what is undefined, and keeps every other value that counts as false', () => {
  const patch: { name?: string; limit?: number | null } = { limit: null }

  const given = onlyGiven({ name: patch.name, limit: patch.limit, count: 0, text: '', isDefault: false })

  expect(given).toStrictEqual({ limit: null, count: 0, text: '', isDefault: false })
})

it('makes what may be undefined optional, so that it can be spread over a whole object', () => {
  const row = { name: 'Lab', limit: 5 as number | null }
  const patch: { name?: string; limit?: number | null } = { limit: null }

  const changed: typeof row = { ...row, ...onlyGiven({ name: patch.name, limit: patch.limit }) }

  expect(changed).toStrictEqual({ name: 'Lab', limit: null })
})
